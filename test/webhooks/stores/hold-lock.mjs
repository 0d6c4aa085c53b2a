// Usage: node hold-lock.mjs <file of a SQLite database> <statements>
// A process that runs statements, says "held", and undoes them when its standard input ends. They may leave a lock behind.
import { createRequire } from "node:module"

const [, , file, statements] = process.argv
const require = createRequire(import.meta.url)
// The package's binary is built for one line of Node; those that it is not built for have their own.
const [major] = process.versions.node.split(".").map(Number)
const Database = major < 22 ? require("better-sqlite3") : require("node:sqlite").DatabaseSync
const db = new Database(file)
for (const sql of statements.split(";")) {
  const statement = db.prepare(sql)
  // A statement that gives rows, and is not read to its end, keeps its lock.
  if (/^\s*select/.test(sql)) statement.all()
  else statement.run()
}
console.log("held")
process.stdin.on("end", () => {
  db.exec("rollback")
  console.log("free")
  process.exit()
})
process.stdin.resume()
