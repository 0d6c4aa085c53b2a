import { parseUrl } from "../../contract/core/parse-url.ts"
import { installedPackage } from "../../files/installed-package.ts"
import { join, type Machine, stateFolder } from "../../files/state-folder.ts"
import type { CeilingStore } from "../../stores/ceiling.ts"
import type { PgPool, PgPoolClient } from "../../stores/postgres-clients.ts"
import type { IoRedis, NodeRedis } from "../../stores/redis.ts"
import { InvalidArgumentError } from "../errors.ts"
import { builtin } from "../transport/builtin.ts"

/** A client of ioredis or of redis, as far as this uses it. */
type ClosableRedis = {
  on(event: "error", listener: () => void): unknown
  ref?(): void
  unref?(): void
  readonly stream?: { ref?(): void; unref?(): void }
}

/** The store that the environment names; undefined: the process's own. `MAS_MAX_SENDS` alone has a file of the user. */
export function environmentStore(source: string): CeilingStore | undefined {
  const { env, platform } = builtin("node:process")
  const file = () => ceilingFile({ env, platform, home: builtin("node:os").homedir() })
  const address = env.MAS_CEILING_STORE || (source === "MAS_MAX_SENDS" ? file() : undefined)
  return address === undefined || address === "memory" ? undefined : ceilingStore(address)
}

/** The file that counts for a user's programs, and for `mas`, if no store is named. */
export const ceilingFile = (machine: Machine): string => join(stateFolder(machine), "ceiling.json")

/** The store at an address: `postgres://…`, `redis://…`, or the path of a file. It is opened with the first step. */
export function ceilingStore(
  address: string,
  { cwd: folder, now }: { readonly cwd: string; readonly now?: () => number } = { cwd: builtin("node:process").cwd() },
): CeilingStore {
  const isUrl = /^[a-z][a-z0-9+.-]+:\/\//i.test(address)
  if (isUrl ? !/^(?:postgres(?:ql)?|rediss?):/i.test(address) : address === "memory")
    throw new InvalidArgumentError(
      "store",
      "must be postgres://…, redis://…, or the path of a file that programs share",
    )
  const url = isUrl ? parseUrl(address) : undefined
  const isRedis = url?.protocol.startsWith("redis")
  const path = builtin("node:path").resolve(folder, address)
  const open = () =>
    url === undefined
      ? import("../../files/file-ceiling.ts").then(({ fileCeiling }) => fileCeiling(path, now))
      : isRedis
        ? openRedis(address, folder)
        : openPostgres(address, folder)
  let opened: Promise<CeilingStore> | undefined
  const store = () => {
    opened ??= open()
    // The next step tries again.
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
  return {
    sharedBy:
      url === undefined ? `all on this machine that share ${path}` : `all that share ${url.protocol}//${url.host}`,
    take: async (use) => (await store()).take(use),
    settle: async (use, isSent) => (await store()).settle(use, isSent),
    stop: async (reason) => (await store()).stop(reason),
    start: async () => (await store()).start(),
    stopped: async () => (await store()).stopped(),
    sinceStart: async () => (await store()).sinceStart?.(),
  }
}

async function openPostgres(connectionString: string, folder: string): Promise<CeilingStore> {
  const pg = installedPackage("pg", [folder])
  if (pg === undefined) throw missing("pg")
  // An idle connection does not keep the process.
  const pool: PgPool<PgPoolClient> & Pick<ClosableRedis, "on"> = new pg.Pool({
    connectionString,
    max: 4,
    allowExitOnIdle: true,
    connectionTimeoutMillis: 5_000,
  })
  pool.on("error", () => {})
  return (await import("../../stores/postgres-ceiling.ts")).postgresCeiling(pool)
}

async function openRedis(url: string, folder: string): Promise<CeilingStore> {
  const [io, node] = [installedPackage("ioredis", [folder]), installedPackage("redis", [folder])]
  if (io === undefined && node === undefined) throw missing("ioredis")
  const client: (IoRedis | NodeRedis) & ClosableRedis = io
    ? new io.Redis(url, { maxRetriesPerRequest: 3 })
    : node.createClient({ url, disableOfflineQueue: false })
  client.on("error", () => {})
  if (io === undefined) await Object(client).connect()
  const store = (await import("../../stores/redis-ceiling.ts")).redisCeiling(client)
  let running = 0
  /** Only a step under way keeps the process, not the connection. */
  const during = async <T>(step: () => Promise<T>): Promise<T> => {
    const socket = client.stream ?? client
    running++
    socket.ref?.()
    try {
      return await step()
    } finally {
      running--
      if (running === 0) (client.stream ?? client).unref?.()
    }
  }
  return {
    sharedBy: store.sharedBy,
    take: (use) => during(() => store.take(use)),
    settle: (use, isSent) => during(() => store.settle(use, isSent)),
    stop: (reason) => during(() => store.stop(reason)),
    start: () => during(() => store.start()),
    stopped: () => during(() => store.stopped()),
    sinceStart: () => during(async () => store.sinceStart?.()),
  }
}

const missing = (name: string) => new Error(`the package ${name} is not installed in this folder: npm install ${name}`)
