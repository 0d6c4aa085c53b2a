import { Redis } from "ioredis"
import { createClient, createClientPool, createCluster, createSentinel } from "redis"
import { describe, expect, it } from "vitest"
import { redisPace, redisSetAside, redisStore } from "../../../sdk/stores/index.ts"
import { turnOf } from "../../sdk/pace/support.ts"

const event = { id: "evt_1", type: "email.received", timestamp: "2026-03-01T12:00:00.000Z", data: {} } as never

/** The commands of a script whose key is not a declared one: `keyPrefix`, clusters and ACLs go by declared keys. */
const undeclared = (script: string): string[] =>
  [...script.matchAll(/redis\.p?call\("(\w+)"(?:, ([^,)]*))?/g)]
    .filter(([, command, key = ""]) => command !== "TIME" && !/^(KEYS\[\d\]|key)$/.test(key))
    .map(([call]) => call)

it("scripts of Redis use no key but declared ones", async () => {
  const scripts = new Set<string>()
  async function call(script: string, { keys }: { keys: string[] }) {
    scripts.add(script)
    if (script.includes('"HMGET", key')) return [[JSON.stringify(event), "1", "broken", "1", "1"]]
    if (script.includes("within")) return "1 0 0 0"
    if (script.includes("ZRANGE")) return ["evt_1"]
    if (script.includes('"taken"')) return JSON.stringify(event)
    return keys.length > 0 ? ["mine"] : []
  }
  const client = { sendCommand: true, eval: call }
  const [store, aside, pace] = [redisStore(client), redisSetAside(client), redisPace(client)]
  await store.claim("evt_1", { lease: 1_000 })
  await aside.fail(event, { error: "", after: 1 })
  await aside.list()
  await aside.retry("evt_1", () => {})
  await expect(aside.retry("evt_1", () => Promise.reject(new Error("again")))).rejects.toThrow("again")
  await pace.slow({ credential: "a", endpoint: "b" }, 1)
  await pace.stop({ credential: "a", endpoint: "b" }, 1)
  await turnOf(pace)
  expect(scripts.size).toBe(10)
  expect([...scripts].flatMap(undeclared)).toEqual([])
})

it("the check finds a key that a script makes up", () => {
  const script = `for _, id in ipairs(redis.call("ZRANGE", KEYS[1], 0, -1)) do redis.call("HMGET", ARGV[1] .. id, "event") end`
  expect(undeclared(script)).toEqual(['redis.call("HMGET", ARGV[1] .. id'])
})

it("on a cluster of ioredis each step goes to its own server, with automatic pipelines too", async () => {
  const commandKeys: string[][] = []
  const client = {
    call: true,
    isCluster: true,
    options: { enableAutoPipelining: true },
    eval: () => Promise.reject(new Error("All the keys in a pipeline command should belong to the same slot")),
    pipeline() {
      const keys: string[] = []
      return {
        eval: (_script: string, count: number, ...args: string[]) => keys.push(...args.slice(0, count)),
        async exec() {
          commandKeys.push(keys)
          return keys[0]?.endsWith("evt_3") ? [[new Error("its server is gone"), undefined]] : [[null, ["mine"]]]
        },
      }
    },
  }
  const store = redisStore(client)
  const claims = await Promise.allSettled([1, 2, 3].map((n) => store.claim(`evt_${n}`, { lease: 1_000 })))
  expect(claims.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"])
  expect(commandKeys).toEqual([["mas:webhook:evt_1"], ["mas:webhook:evt_2"], ["mas:webhook:evt_3"]])
})

it("redisSetAside on a cluster refuses a prefix without a hash tag", () => {
  const cluster = { call: true, isCluster: true, eval: async () => [] }
  expect(() => redisSetAside(cluster, { prefix: "mine:" })).toThrow("prefix needs a hash tag on a cluster")
  expect(() => redisSetAside(cluster, { prefix: "mine:{}" })).toThrow("prefix needs a hash tag")
  expect(redisSetAside(cluster)).toBeDefined()
  const ofNodeRedis = createCluster({ rootNodes: [{ url: "redis://127.0.0.1:1" }] })
  expect(() => redisSetAside(ofNodeRedis, { prefix: "mine:" })).toThrow("prefix needs a hash tag on a cluster")
  expect(redisSetAside(ofNodeRedis, { prefix: "{mine}:" })).toBeDefined()
  expect(redisSetAside({ ...cluster, options: { keyPrefix: "{app}" } }, { prefix: "mine:" })).toBeDefined()
})

describe.each([redisStore, redisSetAside, redisPace])("$name", (make) => {
  const single = createClient()
  const ofIoRedis = new Redis({ lazyConnect: true })
  it.each<readonly [string, unknown]>([
    ["node-redis' legacy()", single.legacy()],
    ["node-redis' multi()", single.multi()],
    ["ioredis' pipeline()", ofIoRedis.pipeline()],
    ["ioredis' multi()", ofIoRedis.multi()],
    ["a client with another eval", { eval: async (_script: string, _keys: string[], _args: string[]) => "" }],
    ["no client", {}],
  ])("refuses %s at the start", (_, client) => {
    expect(() => make(client as never)).toThrow(
      `${make.name} takes a connected client of redis 4 or later, or of ioredis: no promise, pipeline, transaction or legacy() of it`,
    )
  })

  it.each<readonly [string, unknown]>([
    ["a client", single],
    ["a pool", createClientPool()],
    ["a sentinel", createSentinel({ name: "main", sentinelRootNodes: [] })],
    ["a cluster", createCluster({ rootNodes: [{ url: "redis://127.0.0.1:1" }] })],
    ["ioredis", ofIoRedis],
  ])("takes %s", (_, client) => {
    expect(make(client as never)).toBeDefined()
  })
})
