import { AsyncLocalStorage } from "node:async_hooks"
import { describe, expect, it } from "vitest"
import type { RequestOptions } from "../../../sdk/client/options.ts"
import { contactsCsv } from "../../../sdk/files/contacts-csv/index.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import { batch } from "../../../sdk/stores/batch.ts"
import { memoryPace, memorySetAside, postgresStore, sqliteStore } from "../../../sdk/stores/index.ts"
import type { PaceEngine } from "../../../sdk/stores/pace.ts"
import { paceOf } from "../../../sdk/stores/pace-of.ts"
import { createWebhookHandler } from "../../../sdk/webhooks/index.ts"
import type { WebhookStore } from "../../../sdk/webhooks/store.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { body as eventBody, headersFor, now, secret } from "../../webhooks/support.ts"
import { connect, json, serve, transports } from "./support.ts"

const tenants = ["ana", "ben"]
type Tenant = string

/** Reports a call of one of the tenant's own functions. */
type Called = (name: string, tenant: Tenant) => void
/** Makes one thing that the tenants share. The returned function uses it for one of them, several times. */
type Shared = (called: Called) => Promise<(tenant: Tenant) => Promise<unknown>>

/** Uses a shared thing for both tenants at once, each in its async context. Returns what was called in another one's context. */
async function misplaced(shared: Shared): Promise<{ readonly called: readonly string[]; readonly wrong: string[] }> {
  const current = new AsyncLocalStorage<Tenant>()
  const [called, wrong] = [new Set<string>(), new Set<string>()]
  const use = await shared((name, tenant) => {
    called.add(`${name} of ${tenant}`)
    const currentTenant = current.getStore()
    if (currentTenant !== tenant) wrong.add(`${name} of ${tenant} ran as ${currentTenant}`)
  })
  await Promise.all(tenants.map((tenant) => current.run(tenant, () => use(tenant))))
  return { called: [...called].sort(), wrong: [...wrong] }
}

/** The functions that a call takes. */
function hooksOf(tenant: Tenant, called: Called): RequestOptions {
  const log = () => called("logger", tenant)
  return {
    onRequest: () => called("onRequest", tenant),
    onResponse: () => called("onResponse", tenant),
    logger: { debug: log, info: log, warn: log, error: log },
  }
}

function times<T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => run(index)))
}

/** Calls and uploads over one connection. */
const overOneConnection =
  (transport: keyof typeof transports): Shared =>
  async (called) => {
    const { url } = await serve((response) => json(response, 201, { id: 1 }))
    const mas = connect(url, { transport: transports[transport](), maxConnections: 1 })
    return (tenant) =>
      times(3, async () => {
        await mas.account.get(hooksOf(tenant, called))
        async function* rows() {
          for (let at = 0; at < 3; at++) {
            yield at === 0 ? "email\n" : `c${at}@example.test\n`
            called("file", tenant)
          }
        }
        await mas.imports.create({ file: rows(), resource: "contacts" }, hooksOf(tenant, called))
        await mas.imports.create({ file: contactsCsv(rows()), resource: "contacts" }, hooksOf(tenant, called))
      })
  }

/** Deliveries to one handler. Its options are shared: the event tells whose it is. */
const deliveries =
  (options: () => Promise<Pick<Parameters<typeof createWebhookHandler>[0], "store" | "maxConcurrent">>): Shared =>
  async (called) => {
    const tenantOf = (id: string) => id.replace(/^evt_(.*)_.*/, "$1")
    const failed = memorySetAside()
    const handler = createWebhookHandler({
      ...(await options()),
      secret,
      now: () => now,
      setAside: {
        after: 7,
        store: {
          ...failed,
          fail(event, failure) {
            called("setAside", tenantOf(event.id))
            return failed.fail(event, failure)
          },
        },
      },
      async onEvent({ id }) {
        called("onEvent", tenantOf(id))
        await undefined
        called("onEvent", tenantOf(id))
        if (id.endsWith("0")) throw new Error(id)
      },
      onError: (error) => called("onError", tenantOf(String(Object(error).message))),
    })
    return (tenant) =>
      times(4, async (index) => {
        const headers = headersFor(eventBody, { id: `evt_${tenant}_${index}` })
        await handler(new Request("http://a.test/", { method: "POST", body: eventBody, headers }))
      })
  }

const sqliteStandIn = {
  exec() {},
  prepare: (sql: string) => ({
    get: () => (sql.startsWith("pragma") ? { timeout: 0 } : sql.startsWith("insert") ? { done: 1 } : undefined),
  }),
}

/** An engine of a pace whose turns are all due, and whose clock was always set back. */
const engineOf = (called: Called): PaceEngine => ({
  async take({ request }) {
    called("store of the pace", request.endpoint)
    await undefined
    return { count: 1, wait: 0, spacing: 0, held: 0, thrown: 1_000 }
  },
  slow: async () => {},
  stop: async () => {},
  countFailure: async () => {},
})

const queues: Record<string, Shared> = {
  "one connection of undici": overOneConnection("undici"),
  "one connection of node:http": overOneConnection("node:http"),
  fetch: overOneConnection("fetch"),
  "a pace in memory": async (called) => {
    const { url } = await serve((response) => json(response, 200, { id: 1 }))
    const mas = connect(url, { pace: memoryPace({ perSecond: 1_000 }) })
    return (tenant) => times(4, () => mas.account.get(hooksOf(tenant, called)))
  },
  "a shared pace": async (called) => {
    const pace = paceOf(engineOf(called), {})
    return (tenant) =>
      times(4, () => {
        const onNotice = () => called("onNotice", tenant)
        const waiting = { priority: 0, longest: 1_000, signal: new AbortController().signal, onNotice }
        return pace.turn({ credential: "shared", endpoint: tenant }, waiting)
      })
  },
  "batches of steps": async (called) => {
    const step = batch<{ id: string; tenant: Tenant }, void>(async (steps) => {
      for (const { tenant } of steps) called("database client", tenant)
      await undefined
      return steps.map(() => undefined)
    }, 1)
    // One id: a batch of several steps has the context of one of them.
    return (tenant) => times(4, () => step({ id: "same", tenant }))
  },
  "rows of sendEach": async (called) => {
    const { url } = await serve((response) => json(response, 200, { id: 1 }))
    const mas = connect(url, { maxConnections: 1 })
    const doneIds = new Set<string>()
    const storeOf = (tenant: Tenant): WebhookStore => ({
      claim(id) {
        called("store", tenant)
        return { state: doneIds.has(id) ? "done" : "mine", owner: "a" }
      },
      complete: (id) => Boolean(doneIds.add(id)),
      release: () => true,
    })
    return async (tenant) => {
      async function* rows() {
        for (let id = 0; id < 4; id++) {
          called("rows", tenant)
          yield { id }
        }
      }
      const sending = mas.messages.sendEach(rows(), {
        ...hooksOf(tenant, called),
        concurrency: 2,
        store: storeOf(tenant),
        key({ id }) {
          called("key", tenant)
          return [tenant, id]
        },
        message() {
          called("message", tenant)
          return { channel: "email", to: "ana@example.test", subject: "s", body: "b" }
        },
      })
      for await (const { error } of sending) if (error) throw error
    }
  },
  "an outbox": async (called) => {
    const { db } = await frozenPglite()
    return async (tenant) => {
      const stop = new AbortController()
      let sent = 0
      const send = async () => {
        called("send", tenant)
        sent += 1
        if (sent === 4) stop.abort()
        if (sent === 1) throw new Error("not yet")
        return { id: sent }
      }
      const outbox = createOutbox({ pool: db, table: `of_${tenant}`, longestWait: 0, mas: { messages: { send } } })
      await outbox.migrate()
      for (let at = 0; at < 4; at++) {
        const message = { channel: "email", to: "ana@example.test", subject: "s", body: "b" } as const
        await db.transaction((tx) => outbox.add(tx, message, { key: ["a", at] }))
      }
      await outbox.poll({ signal: stop.signal, every: 1, concurrency: 1, onError: () => called("onError", tenant) })
    }
  },
  "deliveries, one at a time": deliveries(async () => ({ maxConcurrent: 1 })),
  "deliveries in transactions of SQLite": deliveries(async () => ({ store: sqliteStore(sqliteStandIn) })),
  "deliveries in transactions of Postgres": deliveries(async () => {
    const { db } = await frozenPglite()
    const store = postgresStore(db)
    await store.migrate()
    return { store }
  }),
}

describe("the functions of two tenants", () => {
  it.each(Object.entries(queues))("are called in their own async contexts, over %s", async (_, shared) => {
    const { called, wrong } = await misplaced(shared)
    expect(wrong).toEqual([])
    const names = [...new Set(called.map((call) => call.replace(/ of \w+$/, "")))]
    expect(names).not.toEqual([])
    expect(called).toEqual(names.flatMap((name) => tenants.map((tenant) => `${name} of ${tenant}`)))
  })

  it("would show a queue that calls them in the context of whoever came first", async () => {
    const { wrong } = await misplaced(async (called) => {
      let queue: Promise<unknown> | undefined
      const waiting: Tenant[] = []
      async function work() {
        await undefined
        for (const tenant of waiting.splice(0)) called("work", tenant)
      }
      return (tenant) => {
        waiting.push(tenant)
        queue ??= work()
        return queue
      }
    })
    expect(wrong).toEqual(["work of ben ran as ana"])
  })
})
