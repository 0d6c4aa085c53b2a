// Usage: node hold-lock.mjs <file of a SQLite database> <statements>
// Runs statements, prints "held", and rolls back when its standard input ends. The statements may hold a lock.
import { createRequire } from "node:module"

const [, , file, statements] = process.argv
const require = createRequire(import.meta.url)
// The package's binary supports only some Node versions; the others have node:sqlite.
const [major] = process.versions.node.split(".").map(Number)
const Database = major < 22 ? require("better-sqlite3") : require("node:sqlite").DatabaseSync
const db = new Database(file)
for (const sql of statements.split(";")) {
  const statement = db.prepare(sql)
  // A statement whose rows are not read to the end keeps its lock.
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
