// Compiles a contract with solc: `node compile.cjs MODULES SOURCE NAME` prints one line with the deployment
// code.
const { readFileSync } = require('node:fs')

const [modules, source, name] = process.argv.slice(2)
const solc = require(`${modules}/solc`)

const input = {
  language: 'Solidity',
  sources: { source: { content: readFileSync(source, 'utf8') } },
  // Opcodes that every supported chain has.
  settings: { evmVersion: 'paris', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
}
const output = JSON.parse(solc.compile(JSON.stringify(input)))
const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
const code = output.contracts?.source?.[name]?.evm.bytecode.object
console.log(JSON.stringify(code ? { ok: `0x${code}` } : { error: errors }))
