import { execFileSync } from "node:child_process"
import type { Engine } from "./engine.ts"
import { startRedis } from "./redis.ts"

/** Several Redis servers that share the slots of a cluster. */
export interface RedisCluster {
  readonly nodes: readonly { readonly host: string; readonly port: number }[]
  stop(): Promise<void>
}

/** The fewest servers that redis-cli makes a cluster of. */
const size = 3

/** Starts a cluster, and resolves when every slot has a server. */
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
  } catch (error) {
    await stop()
    throw error
  }
  return { nodes: servers.map(({ url }) => ({ host: "127.0.0.1", port: Number(new URL(url).port) })), stop }
}
