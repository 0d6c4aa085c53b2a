import { subscribe } from "node:diagnostics_channel"
import fs from "node:fs"
import { createRequire, syncBuiltinESMExports } from "node:module"

// Loaded before a program (`node --import`): ends it like `kill -9` at its step CRASH_AT, a number from 1, or a name
// for the first step with it. A step is a moment before, after or during a durable effect: a file change, a request of
// the client, a statement of SQLite.
// The name of the step is written to the file CRASH_LOG; for CRASH_AT=none each step's, and the program goes on. With SHORT_WRITES the system accepts only a part of each
// write.

const { CRASH_AT, CRASH_LOG, SHORT_WRITES } = process.env
const { writeSync, appendFileSync } = fs
let steps = 0

function step(name) {
  const isHere = ++steps === Number(CRASH_AT) || name === CRASH_AT
  if (CRASH_LOG && (isHere || CRASH_AT === "none")) appendFileSync(CRASH_LOG, `${name}\n`)
  if (isHere) process.kill(process.pid, "SIGKILL")
}

/** The same function, with a step before it and one after it. */
const stepped = (name, change) =>
  function (...args) {
    step(`before ${name}`)
    const result = change.apply(this, args)
    step(`after ${name}`)
    return result
  }

for (const name of ["fsyncSync", "renameSync", "ftruncateSync", "truncateSync"]) fs[name] = stepped(name, fs[name])
fs.writeSync = stepped("write", (file, data, offset = 0, length = data.length - offset, ...rest) => {
  const half = Math.ceil(length / 2)
  if (SHORT_WRITES) return writeSync(file, data, offset, half, ...rest)
  const written = writeSync(file, data, offset, half, ...rest)
  step("in the midst of a write")
  return written + writeSync(file, data, offset + written, length - written, ...rest)
})
syncBuiltinESMExports()

// SQLite of Node, if it has it, and of the package, if it is built. A step is named by the beginning of its statement;
// reading a connection setting is not a step.
function sqlites() {
  const { DatabaseSync, StatementSync } = process.getBuiltinModule("node:sqlite") ?? {}
  const kinds = DatabaseSync ? [[DatabaseSync.prototype, StatementSync.prototype]] : []
  try {
    const Database = createRequire(import.meta.url)("better-sqlite3")
    kinds.push([Database.prototype, Object.getPrototypeOf(new Database(":memory:").prepare("select 1"))])
  } catch {
    // Then the program has no SQLite either.
  }
  return kinds
}
for (const [database, statement] of sqlites())
  for (const [prototype, names] of [
    [database, ["exec"]],
    [statement, ["run", "get", "all"]],
  ])
    for (const name of names) {
      const run = prototype[name]
      prototype[name] = function (...args) {
        const [beginning] = /\w+( into \w+)?/.exec(this.sourceSQL ?? this.source ?? args[0])
        return (beginning === "pragma" ? run : stepped(beginning, run)).apply(this, args)
      }
    }

subscribe("tracing:mas-sdk:attempt:start", () => step("before a request"))
subscribe("tracing:mas-sdk:attempt:asyncStart", () => step("after a request"))
