// Search, tabs of languages, copy buttons, and the forms that send requests. Pages read without this script.
"use strict";

const { root, server: configured } = document.currentScript.dataset;
const element = (name, properties = {}, ...children) => {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
};

// Adds a copy button to each code block.
for (const figure of document.querySelectorAll("figure.code")) {
  const caption = figure.querySelector("figcaption");
  const text = figure.querySelector("code").textContent;
  const button = element("button", { type: "button", className: "copy", textContent: "Copy" });
  button.setAttribute("aria-label", "Copy the code");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  const head = element("div", { className: "code-head" }, caption ?? element("span"), button);
  figure.prepend(head);
}

// Joins adjacent code blocks of different languages to tabs. The choice applies to the whole page and to later ones.
const LANGUAGE = "wallet-cloud-language";
const groups = [];
const stored = () => { try { return localStorage.getItem(LANGUAGE); } catch { return null; } };

function select(language, focus) {
  for (const group of groups) {
    if (!group.has(language)) continue;
    for (const [name, { tab, figure }] of group) {
      const current = name === language;
      tab.setAttribute("aria-selected", String(current));
      tab.tabIndex = current ? 0 : -1;
      figure.hidden = !current;
      if (current && focus === group) tab.focus();
    }
  }
  try { localStorage.setItem(LANGUAGE, language); } catch { /* private mode */ }
}

function join(figures) {
  const group = new Map();
  const list = element("div");
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language");
  figures[0].before(list);
  figures.forEach((figure) => {
    const name = figure.dataset.language;
    const tab = element("button", { type: "button", textContent: name, id: `tab-${groups.length}-${group.size}` });
    tab.setAttribute("role", "tab");
    figure.setAttribute("role", "tabpanel");
    figure.setAttribute("aria-labelledby", tab.id);
    figure.querySelector("figcaption").hidden = true;
    tab.addEventListener("click", () => select(name, group));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const names = [...group.keys()];
      select(names.at((names.indexOf(name) + step) % names.length), group);
      event.preventDefault();
    });
    list.append(tab);
    group.set(name, { tab, figure });
  });
  groups.push(group);
  select([...group.keys()][0]);
}

const figures = [...document.querySelectorAll("figure.code[data-language]")];
const chosen = stored();
for (let index = 0; index < figures.length;) {
  let end = index + 1;
  while (figures[end] && figures[end - 1].nextElementSibling === figures[end]
    && !figures.slice(index, end).some((it) => it.dataset.language === figures[end].dataset.language)) end += 1;
  if (end - index > 1) join(figures.slice(index, end));
  index = end;
}
if (chosen) select(chosen);

// Searches titles first, then texts; all words must occur.
const search = document.getElementById("search");
if (search) {
  const query = document.getElementById("query");
  const results = document.getElementById("results");
  let entries;
  // A failed request is repeated with the next letter.
  const load = () => entries ??= fetch(`${root}search.json`).then((response) => response.json())
    .catch((error) => { entries = undefined; throw error; });
  const score = (entry, words) => words.reduce((sum, word) => {
    const [title, text] = [`${entry.page} ${entry.title}`.toLowerCase(), entry.text.toLowerCase()];
    if (sum === 0) return 0;
    return title.includes(word) ? sum + 10 : text.includes(word) ? sum + 1 : 0;
  }, 1);
  const show = async () => {
    const typed = query.value;
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    results.hidden = words.length === 0;
    if (results.hidden) return;
    const all = await load();
    // The list of an earlier text would replace the link that has the focus.
    if (query.value !== typed) return;
    const found = all.map((entry) => [score(entry, words), entry]).filter(([points]) => points > 0);
    found.sort(([a], [b]) => b - a);
    const rows = found.slice(0, 12).map(([, entry]) => element("li", {},
      element("a", { href: root + entry.url }, entry.title, element("span", { textContent: entry.page }))));
    results.replaceChildren(...(rows.length ? rows : [element("li", { className: "none", textContent: "No result" })]));
  };
  search.hidden = false;
  query.addEventListener("input", show);
  search.addEventListener("keydown", (event) => {
    const links = [query, ...results.querySelectorAll("a")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") { query.value = ""; results.hidden = true; query.focus(); }
    if (!step) return;
    links.at((links.indexOf(document.activeElement) + step) % links.length).focus();
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, textarea, select")) { query.focus(); event.preventDefault(); }
  });
  document.addEventListener("click", (event) => { if (!search.contains(event.target)) results.hidden = true; });
}

// The list of pages shows the current page; the window does not scroll. A narrow window hides the list.
const pages = document.querySelector("nav.side");
const current = pages?.querySelector("[aria-current]");
if (current) pages.scrollTop = current.offsetTop - pages.clientHeight / 2;

// Requests go to the server of the site, to which its policy limits connections, with the token of the browser tab.
const base = configured || location.origin;
const token = document.getElementById("token");
if (token) {
  token.value = sessionStorage.getItem("wallet-cloud-token") ?? "";
  token.addEventListener("input", () => sessionStorage.setItem("wallet-cloud-token", token.value));
  document.getElementById("access").addEventListener("submit", (event) => event.preventDefault());

  document.getElementById("get-token").addEventListener("click", async () => {
    const state = document.getElementById("token-state");
    const permissions = document.getElementById("permissions").value.split(",").map((it) => it.trim()).filter(Boolean);
    const merchantKey = document.getElementById("merchant-key").value.trim();
    const { status, body } = await send("POST", `${base}/authorization/v1/api/permission/issue-by-key`, {
      "content-type": "application/json",
    }, JSON.stringify({ tokenId: crypto.randomUUID(), permissions, merchantKey }));
    const issued = body?.data?.permissionToken;
    if (issued) {
      token.value = issued.permissionToken;
      token.dispatchEvent(new Event("input"));
    }
    state.textContent = issued ? `The token is valid until ${new Date(issued.expiresAt).toLocaleTimeString()}.`
      : body?.error?.message ?? `The request failed (${status}).`;
  });
}

const form = document.getElementById("request-form");
if (form) {
  form.parentElement.hidden = false;
  document.getElementById("server").textContent = base;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const output = form.querySelector("output");
    output.textContent = "Waiting for the response …";
    const { url, headers, body } = request(form, base, token?.value.trim());
    output.replaceChildren(...describe(await send(form.dataset.method, url, headers, body)));
  });
}

function request(form, base, token) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = {};
  for (const input of form.querySelectorAll("[data-in]")) {
    if (input.dataset.in === "path") path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else if (input.value === "") continue;
    else if (input.dataset.in === "header") headers[input.name] = input.value;
    else query.append(input.name, input.value);
  }
  if (token && "token" in form.dataset) headers.authorization = `Bearer ${token}`;
  const body = form.elements.body?.value;
  if (body !== undefined) headers["content-type"] = "application/json";
  return { url: base + path + (query.size ? `?${query}` : ""), headers, body };
}

async function send(method, url, headers, body) {
  const started = performance.now();
  try {
    const response = await fetch(url, { method, headers, body });
    const text = await response.text();
    const time = Math.round(performance.now() - started);
    try { return { status: response.status, time, text, body: JSON.parse(text) }; } catch { return { status: response.status, time, text }; }
  } catch (error) {
    return { status: 0, text: `The server cannot be reached: ${error.message}` };
  }
}

function describe({ status, time, text, body }) {
  const line = element("p", {}, element("code", { className: `status s${String(status)[0]}`, textContent: status || "no response" }), time === undefined ? "" : ` in ${time} ms`);
  const pre = element("pre", { tabIndex: 0 }, element("code", { textContent: body ? JSON.stringify(body, null, 2) : text }));
  return [line, pre];
}
