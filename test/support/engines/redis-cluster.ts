import { execFileSync } from "node:child_process"
import { setTimeout } from "node:timers/promises"
import type { Engine } from "./engine.ts"
import { startRedis } from "./redis.ts"

/** Several Redis servers that share the slots of a cluster. */
export interface RedisCluster {
  readonly nodes: readonly { readonly host: string; readonly port: number }[]
  stop(): Promise<void>
}

/** The fewest servers that redis-cli makes a cluster of. */
const size = 3

/** The pause between two looks, in milliseconds. */
const pause = 50

/** Resolves when the server responds to commands: for two seconds after its start it can refuse them with CLUSTERDOWN. */
async function responds(port: string): Promise<void> {
  for (;;) {
    const info = execFileSync("redis-cli", ["-p", port, "cluster", "info"], { encoding: "utf8" })
    if (info.includes("cluster_state:ok")) return
    await setTimeout(pause)
  }
}

/** Starts a cluster, and resolves when every slot has a server that responds. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const servers: Engine[] = []
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
  }
  try {
    for (let count = 0; count < size; count++)
      servers.push(await startRedis("--cluster-enabled", "yes", "--cluster-node-timeout", "60000"))
    const addresses = servers.map(({ url }) => new URL(url).host)
    execFileSync("redis-cli", ["--cluster", "create", ...addresses, "--cluster-yes"], { stdio: "pipe" })
    for (const { url } of servers) await responds(new URL(url).port)
  } catch (error) {
    await stop()
    throw error
  }
  return { nodes: servers.map(({ url }) => ({ host: "127.0.0.1", port: Number(new URL(url).port) })), stop }
}
