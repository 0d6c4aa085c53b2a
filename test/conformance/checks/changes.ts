import type { Called } from "../../support/mock.ts"
import type { Changes } from "../../support/samples.ts"
import { endpointNamed } from "../../support/samples.ts"
import { type Check, Skipped } from "../check.ts"
import type { Service } from "../service.ts"

/** A unique prefix for the names of records that the checks create. */
const mark = () => `conformance-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`

const send = (service: Service, name: string, changes: Changes): Promise<Called> =>
  service.send(endpointNamed(name), { idempotencyKey: null, ...changes })

/** Creates a record for a check. If that fails, the check is skipped: another check reports the failure. */
async function make(service: Service, name: string, body: object): Promise<{ id: number; [field: string]: unknown }> {
  const response = await send(service, name, { body })
  if (response.status >= 300) throw new Skipped(`${name} responds with ${response.status}`)
  return response.body
}

const newContact = (service: Service) => make(service, "contacts.create", { email: `${mark()}@example.test` })

export const changes: readonly Check[] = [
  {
    rule: "28.1",
    writes: true,
    async run(service, look) {
      const email = `${mark()}@example.test`
      const added = await send(service, "contacts.create", { body: { email, first_name: "Ada", opt_in: true } })
      look.same("a new contact", [added.status, added.body.subscribed_email], [201, true])
      const merged = await send(service, "contacts.create", {
        body: { email: email.toUpperCase(), last_name: "Byron" },
      })
      look.same("the same one again, in capitals", [merged.status, merged.body.id], [200, added.body.id])
      look.same("its names", [merged.body.first_name, merged.body.last_name], ["Ada", "Byron"])
    },
  },
  {
    rule: "28.3",
    writes: true,
    async run(service, look) {
      const [list, contact] = [await make(service, "lists.create", { name: mark() }), await newContact(service)]
      const stranger = `${mark()}@example.test`
      const emails = [String(contact.email), stranger]
      const bulk = (action: string) =>
        send(service, "lists.updateContacts", { params: { id: list.id }, body: { action, emails } })
      const bulkCounts = async (action: string) => {
        const { body } = await bulk(action)
        return [body.added, body.removed, body.already_in_list?.length, body.not_in_list?.length, body.not_found]
      }
      look.same("put on a list", await bulkCounts("add"), [1, 0, 0, 0, [stranger]])
      look.same("put on it again", await bulkCounts("add"), [0, 0, 1, 0, [stranger]])
      look.same("taken off it", await bulkCounts("remove"), [0, 1, 0, 0, [stranger]])
      look.same("taken off it again", await bulkCounts("remove"), [0, 0, 0, 1, [stranger]])
      const { body } = await service.get(`/v1/my/contacts?search=${encodeURIComponent(stranger)}`)
      look.same("contacts that a bulk change made", body.length, 0)
    },
  },
  {
    rule: "28.4",
    writes: true,
    async run(service, look) {
      const track = (body: object, idempotencyKey: string | null = null) =>
        send(service, "events.track", { body, idempotencyKey })
      const { id: contact_id } = await newContact(service)
      const key = mark()
      const first = await track({ contact_id, event: "conformance", data: { a: 1, b: 2 } }, key)
      const again = await track({ data: { b: 2, a: 1 }, event: "conformance", contact_id }, key)
      look.same(
        "an event, and the same under its key",
        [first.status, again.status, again.body.id],
        [201, 200, first.body.id],
      )
      look.same("a name that is none answers", (await track({ contact_id, event: "Not A Name" })).status, 422)
      const nobody = { contact_email: `${mark()}@example.test`, event: "conformance" }
      look.same("an event of nobody answers", (await track(nobody)).status, 404)
    },
  },
  {
    rule: "36.4",
    writes: true,
    async run(service, look) {
      const { id: contact_id } = await newContact(service)
      const track = (data: object, idempotencyKey: string) =>
        send(service, "events.track", { body: { contact_id, event: "conformance", data }, idempotencyKey })
      const key = mark()
      const [first, same, other] = [
        await track({ a: 1, b: 2 }, key),
        await track({ b: 2, a: 1 }, key),
        await track({ a: 2 }, key),
      ]
      look.same("fields in another order", [same.status, same.body.id], [200, first.body.id])
      look.same("another payload", [other.status, other.body.code], [409, "idempotency_conflict"])
    },
  },
  {
    rule: "28.10",
    writes: true,
    async run(service, look) {
      const { id, version } = await make(service, "templates.create", { name: mark(), subject: "One", body: "Hello" })
      const update = (subject: string) =>
        send(service, "templates.update", { params: { id }, body: { subject, if_version: version } })
      const [changed, stale] = [await update("Two"), await update("Three")]
      look.holds("a change does not raise the version", changed.body.version > Number(version))
      look.same("a stale version", [stale.status, stale.body.error_code], [409, "template_version_conflict"])
    },
  },
  {
    rule: "28.12",
    writes: true,
    async run(service, look) {
      const flow = await make(service, "flows.create", { name: mark(), trigger: { event: "conformance" }, steps: [] })
      look.same("a new flow", flow.status, "draft")
    },
  },
  {
    rule: "28.6",
    writes: true,
    async run(service, look) {
      const name = mark()
      const { id, status } = await make(service, "campaigns.create", { name, channel: "email" })
      look.same("a new campaign", status, "draft")
      const changed = await send(service, "campaigns.update", { params: { id }, body: { subject: "Other" } })
      look.same("changed", [changed.status, changed.body.subject, changed.body.name], [200, "Other", name])
      const sent = await send(service, "campaigns.send", { params: { id }, body: undefined })
      look.same("sent without an audience", sent.status, 422)
    },
  },
]
