// Usage: node hold-lock.mjs <file of a SQLite database> <statements>
// A process that runs statements, says "held", and undoes them when its standard input ends. They may leave a lock behind.
import { createRequire } from "node:module"

const [, , file, statements] = process.argv
const require = createRequire(import.meta.url)
const db = new (require("better-sqlite3"))(file)
// A statement that gives rows, and is not read to its end, keeps its lock.
for (const sql of statements.split(";")) {
  const statement = db.prepare(sql)
  if (statement.reader) statement.all()
  else statement.run()
}
console.log("held")
process.stdin.on("end", () => {
  if (db.inTransaction) db.exec("rollback")
  console.log("free")
  process.exit()
})
process.stdin.resume()
