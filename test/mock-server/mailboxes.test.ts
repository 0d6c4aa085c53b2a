import { beforeAll, describe, expect, it } from "vitest"
import { countOfSegment } from "../../mock-server/resources/campaigns/audience.ts"
import { mailboxKey } from "../../sdk/contract/core/mailbox.ts"
import type { Message, Suppression } from "../../sdk/index.ts"
import { findFacts } from "../../sdk/outage/facts.ts"
import { readAddresses } from "../../sdk/sending/recipients/address.ts"
import { parsedRulesOf } from "../../sdk/sending/recipients/parsed-rules.ts"
import { importForm } from "../support/import-form.ts"
import { mock } from "../support/mock.ts"

/** Each row: spellings of one domain. */
const domains = [
  ["acme.test", "ACME.Test", "ａｃｍｅ.test"],
  ["münchen.test", "MÜNCHEN.test", "xn--mnchen-3ya.test", "XN--MNCHEN-3YA.test", "mu\u0308nchen.test"],
  ["straße.test", "STRAßE.test", "xn--strae-oqa.test"],
  ["strasse.test", "Strasse.TEST"],
  ["例え.テスト", "xn--r8jz45g.xn--zckzah"],
  ["пример.test", "Пример.test", "xn--e1afmkfd.test"],
]
const spellings = domains.flatMap((row, at) => row.map((domain) => ({ domain, at })))

interface Pair {
  readonly one: string
  readonly other: string
  readonly isSame: boolean
}

/** Every second spelling is compared with every other: 18 × 18 pairs, and some whose sides before the @ differ. */
const pairs: readonly Pair[] = spellings.flatMap((one, a) =>
  spellings.map((other, b): Pair => {
    const name = `p${a}x${b}`
    const isOtherName = (a + b) % 5 === 0
    return {
      one: `${name}@${one.domain}`,
      other: `${isOtherName ? `${name}y` : name.toUpperCase()}@${other.domain}`,
      isSame: one.at === other.at && !isOtherName,
    }
  }),
)

type Service = ReturnType<typeof mock>
/** Whether a part of the product takes each pair for one mailbox. */
type Comparison = (service: Service) => Promise<readonly boolean[]> | readonly boolean[]

const inTurn = async (ask: (pair: Pair) => Promise<boolean>) => {
  const verdicts: boolean[] = []
  for (const pair of pairs) verdicts.push(await ask(pair))
  return verdicts
}
const contact = (service: Service, email: string) => service.call("POST", "/v1/my/contacts", { body: { email } })
const message = (service: Service, to: string) =>
  service.call("POST", "/v1/my/messages", { body: { channel: "email", to, subject: "S", body: "B" } })

let sent: Message
let suppression: Suppression
beforeAll(async () => {
  const service = mock()
  await message(service, "bounced@simulator.test")
  await service.advance(60_000)
  sent = (await service.call("GET", "/v1/my/messages")).body[0]
  suppression = (await service.call("GET", "/v1/my/suppressions")).body[0]
})

const comparisons: Readonly<Record<string, Comparison>> = {
  "the key": () => pairs.map(({ one, other }) => mailboxKey(one) === mailboxKey(other)),
  "the recipient guard": () =>
    pairs.map(({ one, other }) => readAddresses(other)?.every(parsedRulesOf({ allow: [one] }).isAllowed) === true),
  contacts: (service) =>
    inTurn(async ({ one, other }) => {
      await contact(service, one)
      return (await contact(service, other)).status === 200
    }),
  lists: (service) =>
    inTurn(async ({ one, other }) => {
      await contact(service, one)
      const body = { action: "add", emails: [other] }
      return (await service.call("POST", "/v1/my/lists/1/contacts/bulk", { body })).body.added === 1
    }),
  events: (service) =>
    inTurn(async ({ one, other }) => {
      await contact(service, one)
      return (
        (await service.call("POST", "/v1/my/events", { body: { contact_email: other, event: "e" } })).status === 201
      )
    }),
  imports: (service) =>
    inTurn(async ({ one, other }) => {
      const count = async () => [...service.world.tables.contacts.all()].length
      await contact(service, one)
      const before = await count()
      await service.call("POST", "/v1/my/imports", { form: importForm(`email\n${other}\n`) })
      await service.advance(60_000)
      return (await count()) === before
    }),
  invitations: (service) =>
    inTurn(async ({ one, other }) => {
      const invite = (email: string) =>
        service.call("POST", "/v1/my/account/invites", { body: { email, role: "member" }, as: "owner" })
      await invite(one)
      return (await invite(other)).status === 422
    }),
  "sign-up": (service) =>
    inTurn(async ({ one, other }) => {
      const signUp = (email: string) => {
        const user = { email, password: "a long password", password_confirmation: "a long password" }
        return service.call("POST", "/v1/signup", { key: null, body: { user } })
      }
      await signUp(one)
      return (await signUp(other)).status === 422
    }),
  suppressions: (service) =>
    inTurn(async ({ one, other }) => {
      service.world.outcomes.add({ to: one, outcome: "bounced", times: 1, after_ms: null, tracking: "all", bot: false })
      await message(service, one)
      await service.advance(60_000)
      const { body } = await service.call("GET", `/v1/my/suppressions?email=${encodeURIComponent(other)}`)
      return body.length === 1
    }),
  outcomes: (service) =>
    inTurn(async ({ one, other }) => {
      service.world.outcomes.add({ to: one, outcome: "failed", times: 1, after_ms: null, tracking: "all", bot: false })
      return service.world.outcomes.take("email", other) !== undefined
    }),
  "segments, which campaigns are sent to": (service) =>
    inTurn(async ({ one, other }) => {
      await contact(service, one)
      const { id } = service.world.tables.segments.add(service.world, {
        ...{ brand_id: 1, name: one, origin: "user", filters: { email: other } },
      })
      return countOf(service, id) === 1
    }),
  expectations: (service) =>
    inTurn(async ({ one, other }) => {
      await message(service, one)
      const to = encodeURIComponent(other)
      return (await service.call("GET", `/_mock/messages?to=${to}`, { key: null })).body.length === 1
    }),
  catchUp: () =>
    pairs.map(({ one, other }) => {
      const at = suppression.event_occurred_at ?? ""
      const { events } = findFacts({
        ...{ since: Date.parse(at) - 1_000, until: Date.parse(at) + 1_000, historyFrom: Date.parse(at) - 1_000 },
        ...{ types: new Set(["email.bounced"]), deliveries: [] },
        messages: [{ ...sent, to: one, status: "sent", status_reason_code: null }],
        suppressions: [{ ...suppression, email: other }],
      })
      return events.length === 1
    }),
}

const countOf = ({ world }: Service, id: number) => {
  const segment = world.tables.segments.get(id)
  return segment === undefined ? 0 : countOfSegment(world, segment)
}

describe("two spellings of one mailbox are one everywhere", () => {
  it.each(Object.entries(comparisons))("%s", { tags: "slow" }, async (_, compare) => {
    const verdicts = await compare(mock())
    expect(pairs.filter(({ isSame }, at) => verdicts[at] !== isSame)).toEqual([])
  })

  it("compares 300 pairs and more", () => {
    const same = pairs.filter(({ isSame }) => isSame).length
    expect([pairs.length, same > 30]).toEqual([324, true])
  })

  it("finds a part that compares letters only", () => {
    const planted = pairs.map(({ one, other }) => one.toLowerCase() === other.toLowerCase())
    expect(pairs.some(({ isSame }, at) => planted[at] !== isSame)).toBe(true)
  })
})

/** Ways to write an address, some of which the service does not have. */
const spellers: readonly ((local: string, domain: string) => string)[] = [
  (local, domain) => `${local}@${domain}`,
  (local, domain) => `"${local}"@${domain}`,
  (local, domain) => `${local}@${domain}.`,
  (local, domain) => `"${local} b"@${domain}`,
  (local, domain) => `"\\${local}"@${domain}`,
  (local, domain) => `.${local}@${domain}`,
  (local, domain) => `${local}.@${domain}`,
  (local, domain) => `${local}..b@${domain}`,
  (local, domain) => `ä${local}@${domain}`,
  (local, domain) => `${local}＠${domain}`,
  (local, domain) => `${local}@[${domain}]`,
  (local, domain) => `${local}@-${domain}`,
  (local, domain) => `${local}@${domain.split(".")[0]}`,
  (local, domain) => `(a)${local}@${domain}`,
  (local, domain) => `${local}@${domain}:25`,
  (local, domain) => `o'${local}+tag@${domain}`,
  (local, domain) => `${"x".repeat(65)}${local}@${domain}`,
]
const written = spellers.flatMap((spellingOf) => spellings.map(({ domain }) => spellingOf("ada", domain)))

describe("the recipient guard and the service agree on what an address is", () => {
  it("on each way to write one", async () => {
    const service = mock()
    const { isAllowed } = parsedRulesOf({ allow: ["*"] })
    const unlike: string[] = []
    let accepted = 0
    for (const address of written) {
      const isSent = (await message(service, address)).status === 201
      if (isSent) accepted += 1
      if (isSent !== (readAddresses(address)?.every(isAllowed) === true)) unlike.push(address)
    }
    expect(unlike).toEqual([])
    expect([written.length, accepted]).toEqual([306, 36])
  })
})
