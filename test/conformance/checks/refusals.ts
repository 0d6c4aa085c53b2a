import { errorStatuses, type NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import { rootOf, toJsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"
import { endpointNamed, endpoints } from "../../support/samples.ts"
import { answerWith } from "../../support/status-cases.ts"
import { type Check, type Look, whereItCan } from "../check.ts"
import { isForOthers, type Service } from "../service.ts"

/** Writes with a server key that name no record: invalid requests to them have no effect. */
const writes = endpoints.filter(
  ({ spec }) => spec.method === "POST" && spec.params === undefined && spec.auth.includes("api_key"),
)

/** Provokes a status like the mock server's own tests. Only by requests that can do no harm. */
async function refuse(service: Service, look: Look, status: 400 | 401 | 413 | 415, among = writes): Promise<void> {
  for (const endpoint of among) {
    if (!errorStatuses(endpoint.spec).some((declared) => declared === status)) continue
    const answered = await whereItCan(answerWith(endpoint, status, service.asMock()))
    if (answered === undefined || isForOthers(endpoint, answered.status)) continue
    look.same(`${endpoint.name} where ${status} is due answers`, answered.status, status)
  }
}

const json = writes.filter(({ spec }) => spec.upload === undefined && spec.body !== undefined)
/** Writes with required fields. */
const demanding = json.filter(({ spec }) => spec.body !== undefined && isDemanding(toJsonSchema(spec.body, "input")))

function isDemanding(schema: ReturnType<typeof toJsonSchema>): boolean {
  return (rootOf(schema).required ?? []).length > 0
}

/** A request without its required fields, and with an unknown one. */
const unfit = ({ spec }: NamedEndpoint) => ({
  body: { conformance_unknown: 1 },
  ...(spec.idempotency !== undefined && { idempotencyKey: "conformance-unfit" }),
})

const mail = { channel: "email", to: "conformance@example.test", subject: "Conformance", body: "Refused." }
/** Messages that must be rejected, each invalid in one way. */
const wrongMails: readonly (readonly [rule: string, wrong: object])[] = [
  ["22.2", { channel: "email", to: mail.to, subject: mail.subject }],
  ["22.2", { ...mail, to: "nobody" }],
  ["22.5", { ...mail, from: "nobody@conformance.example" }],
  ["22.6", { ...mail, tags: { message_id: "1" } }],
  ["22.10", { ...mail, subject: "Hello\r\nBcc: x@example.test" }],
  ["22.8", { channel: "sms", to: "not a number", body: "Refused." }],
  ["22.4", { channel: "sms", to: "+4915100000000", body: "x", tags: { a: "b" } }],
]

export const refusals: readonly Check[] = [
  {
    rule: "29.2",
    writes: true,
    run: (service, look) => refuse(service, look, 401),
  },
  {
    rule: "36.7",
    writes: true,
    async run(service, look) {
      await refuse(service, look, 400, json)
      await refuse(service, look, 415, json)
      await refuse(service, look, 413, [endpointNamed("lists.create")])
    },
  },
  {
    rule: "1.2",
    writes: true,
    async run(service, look) {
      for (const endpoint of demanding) {
        const { status } = await service.send(endpoint, unfit(endpoint))
        // 403: not allowed by the key's role or plan.
        if (status !== 403) look.same(`${endpoint.name} with an unknown field alone answers`, status, 422)
      }
    },
  },
  {
    rule: "35.4",
    writes: true,
    async run(service, look) {
      const { status, headers } = await service.call("PUT", "/v1/my/lists")
      look.same("PUT /v1/my/lists answers", status, 405)
      look.same(
        "its Allow",
        (headers.get("allow") ?? "").split(", ").filter((one) => one === "GET" || one === "POST"),
        ["GET", "POST"],
      )
    },
  },
  {
    rule: "26.2",
    writes: true,
    async run(service, look) {
      for (const body of [{}, { list_id: 1, segment_id: 1 }]) {
        const { status } = await service.send(endpointNamed("validations.quote"), { body })
        look.same(`a quote of ${JSON.stringify(body)} answers`, status, 422)
      }
    },
  },
  ...wrongMails.map(
    ([rule, body]): Check => ({
      rule,
      writes: true,
      async run(service, look) {
        const { status } = await service.send(endpointNamed("messages.send"), { body, idempotencyKey: null })
        look.same(`${JSON.stringify(body)} answers`, status, 422)
      },
    }),
  ),
]
