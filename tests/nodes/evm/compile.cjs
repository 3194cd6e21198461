// Compiles a contract by solc: `node compile.cjs MODULES SOURCE NAME` answers one line with the code that deploys it.
const { readFileSync } = require('node:fs')

const [modules, source, name] = process.argv.slice(2)
const solc = require(`${modules}/solc`)

const input = {
  language: 'Solidity',
  sources: { source: { content: readFileSync(source, 'utf8') } },
  // Opcodes that every chain of ours has.
  settings: { evmVersion: 'paris', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
}
const output = JSON.parse(solc.compile(JSON.stringify(input)))
const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
const code = output.contracts?.source?.[name]?.evm.bytecode.object
console.log(JSON.stringify(code ? { ok: `0x${code}` } : { error: errors }))
