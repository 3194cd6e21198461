/** The reference of this client on the documentation site, against the declarations that the compiler reads. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { before, test } from "node:test";
import ts from "typescript";
import { baseUrl, packageRoot } from "./support/local.js";
import { unescaped } from "./support/html.js";

const text = async (path: string) => (await fetch(`${baseUrl()}/docs/sdk/typescript/${path}`)).text();
const spaced = (code: string) => code.replace(/\s+/g, " ").trim();

/** The code of each declaration and its members, as the pages show it. */
const shown = new Map<string, { code: string; members: string[] }>();

const files = ["index.ts", "signers.ts", "hd.ts", "eth.ts"].map((name) => join(packageRoot(), "src", name));
const program = ts.createProgram(files, { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext });
const checker = program.getTypeChecker();

/** Returns all exported symbols by name. */
function exported(): Map<string, ts.Symbol> {
  const symbols = files.flatMap((file) => checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!));
  const own = symbols.map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
  return new Map(own.map((symbol) => [symbol.name, symbol]));
}

/** Returns the text of a function without the body. */
function signature(declaration: ts.FunctionDeclaration | ts.MethodDeclaration): string {
  const all = declaration.getText();
  return spaced((declaration.body ? all.slice(0, all.length - declaration.body.getText().length) : all).replace(/^export /, "").replace(/;$/, ""));
}

/** Returns the public signatures of a function: without the implementation if it has overloads. */
function signatures(declarations: readonly (ts.FunctionDeclaration | ts.MethodDeclaration)[]): string {
  const overloads = declarations.filter(({ body }) => body === undefined);
  return (overloads.length > 0 ? overloads : declarations).map(signature).join(" ");
}

const isInternal = (member: ts.ClassElement) =>
  (member.name !== undefined && ts.isPrivateIdentifier(member.name)) ||
  (ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0;

before(async () => {
  const topics = new Set([...(await text("index.html")).matchAll(/href="(\w+\.html)#/g)].map(([, path]) => path!));
  assert.ok(topics.size >= 9, String([...topics]));
  for (const topic of topics) {
    for (const [, name, code, rest] of (await text(topic)).matchAll(/<h3 id="(\w+)">[\s\S]*?<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>([\s\S]*?)<\/section>/g)) {
      const members = [...rest!.matchAll(/class="signature">([\s\S]*?)<\/code>/g)].map(([, member]) => spaced(unescaped(member!)));
      shown.set(name!, { code: spaced(unescaped(code!)), members });
    }
  }
});

test("every export is shown, with a comment", () => {
  const missing = [...exported().keys()].filter((name) => !shown.has(name));
  assert.deepEqual(missing, []);
  const undocumented = [...exported()].filter(([, symbol]) => symbol.getDocumentationComment(checker).length === 0).map(([name]) => name);
  assert.deepEqual(undocumented, []);
  assert.ok(shown.size > 150, String(shown.size));
});

test("functions are shown with the signature that they are declared with", () => {
  let count = 0;
  for (const [name, symbol] of exported()) {
    const declarations = (symbol.declarations ?? []).filter(ts.isFunctionDeclaration);
    if (declarations.length === 0) continue;
    count += 1;
    assert.equal(shown.get(name)?.code, signatures(declarations), name);
  }
  assert.ok(count > 50, String(count));
});

test("classes are shown with every public member", () => {
  let count = 0;
  for (const [name, symbol] of exported()) {
    const declaration = symbol.declarations?.find(ts.isClassDeclaration);
    if (declaration === undefined) continue;
    const { members } = shown.get(name)!;
    for (const member of declaration.members) {
      if (isInternal(member) || ts.isSemicolonClassElement(member)) continue;
      count += 1;
      if (ts.isMethodDeclaration(member)) {
        const named = declaration.members.filter(ts.isMethodDeclaration).filter((other) => other.name.getText() === member.name.getText());
        assert.ok(members.includes(signatures(named)), `${name}: ${signatures(named)} is not in ${members.join(" | ")}`);
        continue;
      }
      const own = member.name?.getText() ?? "constructor";
      assert.ok(members.some((code) => new RegExp(`(^|[ .])${own}\\b`).test(code)), `${name}.${own}`);
      if (!ts.isPropertyDeclaration(member) || !member.initializer || !ts.isObjectLiteralExpression(member.initializer)) continue;
      for (const { name: inner } of member.initializer.properties) {
        assert.ok(members.some((code) => code.startsWith(`${inner!.getText()}:`)), `${name}.${own}.${inner!.getText()}`);
      }
    }
  }
  assert.ok(count > 60, String(count));
});
