import { describe, expect, it } from "vitest"
import type { Mas, RequestOptions } from "../../../sdk/index.ts"
import { keptBy } from "../../support/kept-by-signal.ts"
import { connect, json, serve, transports } from "./support.ts"

/** Every way to pass a signal to the client. */
const uses: Readonly<
  Record<string, (mas: Mas, options: RequestOptions & { signal: AbortSignal }) => Promise<unknown>>
> = {
  "a call": (mas, options) => mas.account.get(options),
  "a call that is refused": (mas, options) => mas.templates.get(404, options).catch(() => {}),
  "a call that is refused before it is sent": (mas, options) =>
    mas.contacts.create({ email: "" }, { ...options, idempotencyKey: "k" } as never).catch(() => {}),
  "a call that is repeated": (mas, options) => mas.templates.get(503, options).catch(() => {}),
  "a function that gives the token": (mas, options) =>
    mas.account.get({ ...options, apiKey: undefined, token: async () => "other" }),
  "an onRequest hook": (mas, options) => mas.account.get({ ...options, onRequest: async () => {} }),
  "a page": (mas, options) => mas.contacts.list({}, options),
  "a walk through pages": (mas, options) => mas.contacts.list({}, options).toArray(),
  "a method and a path": (mas, options) => mas.request("GET /v1/my/account", {}, options),
  "an upload": (mas, options) =>
    mas.imports.create({ file: { content: "email\n", filename: "a.csv" }, resource: "contacts" }, options),
  "a download": async (mas, options) =>
    (await mas.attachments.download({ conversationId: 1, messageId: 2, id: 3 }, {}, options)).text(),
  "a download that is cancelled": async (mas, options) =>
    (await mas.attachments.download({ conversationId: 1, messageId: 2, id: 3 }, {}, options)).cancel(),
  "imports.waitUntilDone": (mas, { signal }) => mas.imports.waitUntilDone(1, { signal, pollInterval: 1 }),
  "campaigns.waitUntilDone": (mas, { signal }) => mas.campaigns.waitUntilDone(1, { signal, pollInterval: 1 }),
  "validations.waitUntilDone": (mas, { signal }) => mas.validations.waitUntilDone("1", { signal, pollInterval: 1 }),
  "subscription.waitUntilActive": (mas, { signal }) => mas.subscription.waitUntilActive(1, { signal, pollInterval: 1 }),
  "fundingPurchases.waitUntilCredited": (mas, { signal }) =>
    mas.fundingPurchases.waitUntilCredited(1, { signal, pollInterval: 1 }),
  "a wait with a deadline": (mas, { signal }) =>
    mas.imports.waitUntilDone(1, { signal, deadline: new Date(60_000), pollInterval: 1 }),
}

async function service() {
  return serve((response, { url }) => {
    if (url.includes("/templates/404")) return json(response, 404, {})
    if (url.includes("/templates/503")) return json(response, 503, {})
    if (url.includes("/attachments/")) return response.end("content")
    if (url.includes("/contacts")) return json(response, 200, [{ id: 1 }])
    const ends = { imports: "complete", campaigns: "completed", validation: "committed", purchases: "credited" }
    const [, status = "active"] = Object.entries(ends).find(([part]) => url.includes(part)) ?? []
    const done = { status, activated: true, purchase: { status } }
    return json(response, 200, done)
  })
}

describe.each(Object.entries(transports))("a signal that lives as long as the program, over %s,", (_, transport) => {
  it.each(Object.keys(uses))("retains nothing after 30 times %s", async (name) => {
    const { url } = await service()
    const mas = connect(url, { transport: transport() })
    const { signal } = new AbortController()
    for (const options of [{}, { deadline: 60_000 }]) {
      await Promise.all(Array.from({ length: 15 }, () => uses[name]?.(mas, { signal, ...options })))
    }
    expect(keptBy(signal)).toBe(0)
  })
})
