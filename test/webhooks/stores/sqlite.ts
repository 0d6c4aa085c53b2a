import { createRequire } from "node:module"
import type { SqliteDatabase } from "../../../sdk/stores/index.ts"

/** The parts of both packages that the tests use. */
export interface TestDatabase extends SqliteDatabase {
  prepare(sql: string): { get(...values: (string | number)[]): unknown; all(...values: (string | number)[]): unknown[] }
  close(): unknown
}
export type OpenSqlite = (path: string) => TestDatabase

const [major = 0] = process.versions.node.split(".").map(Number)
const require = createRequire(import.meta.url)

/** Available if Node has it, or if the package's binary runs. */
export const sqlites: Readonly<Record<"node:sqlite" | "better-sqlite3", OpenSqlite | undefined>> = {
  "node:sqlite": major < 22 ? undefined : fromNode(),
  "better-sqlite3": fromPackage(),
}

function fromNode(): OpenSqlite | undefined {
  try {
    const { DatabaseSync } = require("node:sqlite")
    return (path) => new DatabaseSync(path)
  } catch {
    return undefined
  }
}

function fromPackage(): OpenSqlite | undefined {
  try {
    const Database = require("better-sqlite3")
    new Database(":memory:").close()
    return (path) => new Database(path)
  } catch {
    return undefined
  }
}

const openAny = sqlites["better-sqlite3"] ?? sqlites["node:sqlite"]

/** Why there is no SQLite at all; undefined if there is one. */
export const noSqliteAtAll = openAny ? undefined : `no SQLite for Node ${process.versions.node}`

/** Opens a shared file. It does not wait for the disk: no test cuts the power. */
export function openForMany(path: string): TestDatabase {
  if (openAny === undefined) throw new Error(noSqliteAtAll)
  const db = openAny(path)
  db.exec("pragma synchronous = off; pragma busy_timeout = 60000")
  return db
}

export const noSqlite = (name: keyof typeof sqlites): string | undefined =>
  sqlites[name] === undefined ? `Node ${process.versions.node} has no ${name}` : undefined
