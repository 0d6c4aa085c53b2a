import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "../example.ts"
import { findProgram } from "../installed.ts"
import { type Engine, makeFolder, startEngine } from "./engine.ts"

const program = findProgram(() => ["/usr/sbin/pgbouncer", "/usr/local/bin/pgbouncer"], "pgbouncer")

/** The reason if there is no PgBouncer; undefined if there is one. */
export const noPgBouncer = program === undefined ? "no PgBouncer here, and none could be installed" : undefined

/** Starts a PgBouncer in transaction mode before a PostgreSQL that trusts everybody. */
export async function startPgBouncer(server: Engine): Promise<Engine> {
  const [port, folder] = [await freePort(), makeFolder("pgbouncer", "postgres")]
  const { hostname, port: behind, pathname, username } = new URL(server.url)
  const settings = join(folder.path, "pgbouncer.ini")
  const lines = [
    "[databases]",
    `* = host=${hostname} port=${behind} user=${username}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "default_pool_size = 4",
  ]
  writeFileSync(settings, `${lines.join("\n")}\n`)
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`
  return startEngine({ program: program ?? "", args: [settings], url, folder, ready: /process up/ })
}
