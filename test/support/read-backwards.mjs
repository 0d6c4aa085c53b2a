import files from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { setImmediate } from "node:timers/promises"

const waiting = []
let turn = Promise.resolve()

async function answerLast() {
  await setImmediate()
  const { ask, resolve } = waiting.pop()
  const answer = ask()
  resolve(answer)
  await answer.catch(() => undefined)
}

/** Preloaded, it answers a program's questions to the file system one at a time: of those that wait, the last one first. */
for (const name of ["lstat", "readdir", "readFile", "realpath"]) {
  const original = files[name]
  files[name] = (...args) =>
    new Promise((resolve) => {
      waiting.push({ ask: () => original(...args), resolve })
      turn = turn.then(answerLast)
    })
}
syncBuiltinESMExports()
