import type { Called } from "../../support/mock.ts"
import { type Changes, endpointNamed, endpoints } from "../../support/samples.ts"
import { type Check, Skipped } from "../check.ts"
import type { Service } from "../service.ts"

const send = (service: Service, name: string, changes: Changes): Promise<Called> =>
  service.send(endpointNamed(name), changes)

const url = "https://hooks.example.com/conformance"
const create = (service: Service, address = url) =>
  send(service, "webhooks.create", { body: { url: address, events: ["email.failed"] } })

/** Creates a webhook, disables it before anything can be sent, uses it and deletes it. */
async function withWebhook(service: Service, use: (creation: Called) => Promise<void>): Promise<void> {
  const creation = await create(service)
  if (creation.status !== 201) throw new Skipped(`webhooks.create responds with ${creation.status}`)
  const params = { id: creation.body.id }
  try {
    await send(service, "webhooks.update", { params, body: { enabled: false } })
    await use(creation)
  } finally {
    await send(service, "webhooks.delete", { params })
  }
}

/** All endpoints of one webhook. */
const naming = endpoints.filter(({ spec }) => spec.path.startsWith("/v1/my/webhooks/{id}"))

const wrongUrls = [
  "http://hooks.example.com/",
  "https://user:pass@hooks.example.com/",
  "https://127.0.0.1/",
  "https://10.0.0.1/",
  "https://[::1]/",
  "https://localhost/",
  "nothing",
]

export const webhooks: readonly Check[] = [
  {
    rule: "23.1",
    writes: true,
    run: (service, look) =>
      withWebhook(service, async ({ body: { id, secret } }) => {
        look.holds("create does not return the whole secret", /^whsec_[\w+/=-]{16,}$/.test(secret))
        const webhookResponse = await send(service, "webhooks.get", { params: { id }, query: { reveal: true } })
        const masked = await send(service, "webhooks.get", { params: { id }, query: {} })
        look.holds("reveal=true answers another secret", webhookResponse.body.secret === secret)
        look.holds("a read shows the secret", masked.body.secret !== secret)
      }),
  },
  {
    rule: "23.3",
    writes: true,
    run: (service, look) =>
      withWebhook(service, async ({ body: { id } }) => {
        const body = { url: `${url}/other`, events: ["email.bounced"], enabled: false }
        const changed = (await send(service, "webhooks.update", { params: { id }, body })).body
        look.same("changed", { url: changed.url, events: changed.events, enabled: changed.enabled }, body)
      }),
  },
  {
    rule: "23.4",
    writes: true,
    async run(service, look) {
      const gone: { id?: number } = {}
      await withWebhook(service, async ({ body: { id } }) => {
        gone.id = id
      })
      for (const endpoint of naming) {
        const { status } = await service.send(endpoint, { params: { id: gone.id ?? 0 }, query: {} })
        look.same(`${endpoint.name} of a deleted webhook answers`, status, 404)
      }
    },
  },
  {
    rule: "36.6",
    writes: true,
    async run(service, look) {
      for (const address of wrongUrls) {
        const creation = await create(service, address)
        look.same(`a webhook at ${address} answers`, creation.status, 422)
        if (creation.status < 300) await send(service, "webhooks.delete", { params: { id: creation.body.id } })
      }
    },
  },
]
