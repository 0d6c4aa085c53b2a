import { execFileSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "../example.ts"
import { findProgram } from "../installed.ts"
import { type Engine, makeFolder, startEngine } from "./engine.ts"

const versions = "/usr/lib/postgresql"
const listPaths = () =>
  existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, "bin/postgres")) : []
const program = findProgram(listPaths, "postgresql")

/** The reason if there is no PostgreSQL; undefined if there is one. */
export const noPostgres = program === undefined ? "no PostgreSQL here, and none could be installed" : undefined

/** Starts a PostgreSQL with an empty database. `settings` are those of postgresql.conf, such as `{ synchronous_commit: "off" }`. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<Engine> {
  const [port, folder] = [await freePort(), makeFolder("postgres", "postgres")]
  const data = join(folder.path, "data")
  const initdb = join(program ?? "", "../initdb")
  execFileSync(initdb, ["-D", data, "-U", "mas", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"], {
    ...folder.owner,
    cwd: folder.path,
    stdio: "pipe",
  })
  const all = { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: `${port}`, ...settings }
  const args = ["-D", data, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])]
  const url = `postgres://mas@127.0.0.1:${port}/postgres`
  return startEngine({ program: program ?? "", args, url, folder, ready: /ready to accept connections/ })
}
