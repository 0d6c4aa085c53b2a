import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "../example.ts"
import { type Engine, makeFolder, startEngine } from "./engine.ts"
import { startRedis } from "./redis.ts"

/** A Redis with a replica, which a Sentinel promotes when the first server dies. */
export interface WatchedRedis {
  /** What clients ask for the server's address. */
  readonly sentinel: { readonly host: string; readonly port: number }
  readonly name: string
  killFirst(): Promise<void>
  stop(): Promise<void>
}

export async function startWatchedRedis(): Promise<WatchedRedis> {
  const servers: Engine[] = []
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
  }
  try {
    const first = await startRedis()
    servers.push(first)
    const { hostname, port: firstPort } = new URL(first.url)
    servers.push(await startRedis("--replicaof", hostname, firstPort))
    const [port, folder] = [await freePort(), makeFolder("sentinel")]
    const settings = join(folder.path, "sentinel.conf")
    const lines = [
      `port ${port}`,
      `dir ${folder.path}`,
      `sentinel monitor shop ${hostname} ${firstPort} 1`,
      "sentinel down-after-milliseconds shop 300",
      "sentinel failover-timeout shop 2000",
    ]
    writeFileSync(settings, `${lines.join("\n")}\n`)
    const args = [settings, "--sentinel"]
    const url = `redis://127.0.0.1:${port}`
    servers.push(await startEngine({ program: "redis-server", args, url, folder, ready: /\+slave / }))
    return { sentinel: { host: "127.0.0.1", port }, name: "shop", killFirst: () => first.kill(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
