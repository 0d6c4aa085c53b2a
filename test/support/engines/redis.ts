import { freePort } from "../example.ts"
import { findProgram } from "../installed.ts"
import { type Engine, makeFolder, startEngine } from "./engine.ts"

const program = findProgram(() => ["/usr/bin/redis-server", "/usr/local/bin/redis-server"], "redis-server")

/** The reason if there is no Redis; undefined if there is one. */
export const noRedis = program === undefined ? "no redis-server here, and none could be installed" : undefined

/** Starts a Redis that writes every command to its append-only file before it answers. `more` are arguments of redis-server. */
export async function startRedis(...more: string[]): Promise<Engine> {
  const [port, folder] = [await freePort(), makeFolder("redis")]
  const durable = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""]
  const listenArgs = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder.path]
  const url = `redis://127.0.0.1:${port}`
  return startEngine({
    program: program ?? "",
    args: [...listenArgs, ...durable, ...more],
    url,
    folder,
    ready: /Ready to accept/,
  })
}
