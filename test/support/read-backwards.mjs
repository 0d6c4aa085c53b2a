import files from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { setImmediate } from "node:timers/promises"

const waiting = []
let turn = Promise.resolve()

async function answerLast() {
  await setImmediate()
  const { ask, resolve } = waiting.pop()
  const response = ask()
  resolve(response)
  await response.catch(() => undefined)
}

/** When preloaded, runs a program's file reads one at a time, the last pending one first. */
for (const name of ["lstat", "readdir", "readFile", "realpath"]) {
  const original = files[name]
  files[name] = (...args) =>
    new Promise((resolve) => {
      waiting.push({ ask: () => original(...args), resolve })
      turn = turn.then(answerLast)
    })
}
syncBuiltinESMExports()
