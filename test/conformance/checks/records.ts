import { limits } from "../../../sdk/contract/core/limits.ts"
import type { Account, List, Membership, Suppression, Team, Webhook } from "../../../sdk/contract/index.ts"
import { type Check, Skipped } from "../check.ts"
import type { Service } from "../service.ts"

/** The body of a read; skips the check if this key may not read it. */
async function body<T>(service: Service, path: string): Promise<T> {
  const { status, body } = await service.get(path)
  if (status !== 200) throw new Skipped(`GET ${path} responds with ${status}`)
  return body
}

async function firstOf<T>(service: Service, path: string): Promise<T> {
  const [first] = await body<T[]>(service, path)
  if (first === undefined) throw new Skipped(`GET ${path} shows nothing`)
  return first
}

const total = async (service: Service, path: string) => Number((await service.get(path)).headers.get("x-total-count"))

export const records: readonly Check[] = [
  {
    rule: "2.3",
    async run(service, look) {
      const { billing } = await body<Account>(service, "/v1/my/account")
      look.same("agent_inbox beside the plan", billing.entitlements.agent_inbox, billing.plan.entitlements.agent_inbox)
    },
  },
  {
    rule: "3.1",
    async run(service, look) {
      const { team } = await body<Account>(service, "/v1/my/account")
      look.same("members of the team", team.member_count, await total(service, "/v1/my/account/memberships"))
    },
  },
  {
    rule: "5.1",
    async run(service, look) {
      const [team, account] = [
        await body<Team>(service, "/v1/my/account/team"),
        await body<Account>(service, "/v1/my/account"),
      ]
      const members = await body<Membership[]>(service, "/v1/my/account/memberships")
      look.same("the team's account", team.account.id, account.id)
      look.same("the team's first memberships", team.memberships.slice(0, members.length), members)
    },
  },
  {
    rule: "6.1",
    async run(service, look) {
      const small = await body<object>(service, "/v1/my/account/reach?audience=1")
      look.same("what one recipient is told", ["summary" in small, "recommended" in small], [false, false])
    },
  },
  {
    rule: "19.4",
    async run(service, look) {
      for (const audience of ["0", "-1", "1.5", "many", ""]) {
        const { status, body } = await service.get(`/v1/my/account/reach?audience=${audience}`)
        look.same(`audience=${audience}`, [status, body.error_code], [422, "audience_invalid"])
      }
    },
  },
  {
    rule: "7.1",
    async run(service, look) {
      for (const { id, provider_diagnostic } of await body<Suppression[]>(service, "/v1/my/suppressions?limit=100")) {
        const length = provider_diagnostic?.length ?? 0
        look.holds(`suppression ${id}: ${length} characters of diagnosis`, length <= limits.providerDiagnosticLength)
      }
    },
  },
  {
    rule: "24.2",
    async run(service, look) {
      for (const [query, active] of [
        ["", true],
        ["?active=false", false],
      ] as const) {
        const rows = await body<Suppression[]>(service, `/v1/my/suppressions${query}`)
        look.same(
          `suppressions${query} that do not belong there`,
          rows.filter((row) => row.active !== active),
          [],
        )
      }
      for (const reason of ["hard_bounce", "soft_bounce", "complaint", "manual"]) {
        const rows = await body<Suppression[]>(service, `/v1/my/suppressions?reason=${reason}`)
        look.same(
          `suppressions of another reason than ${reason}`,
          rows.filter((row) => row.reason !== reason),
          [],
        )
      }
    },
  },
  {
    rule: "23.1",
    async run(service, look) {
      const { id, secret } = await firstOf<Webhook>(service, "/v1/my/webhooks")
      const isMasked = (text: string) => /^whsec_\u2022+.{4}$/u.test(text)
      look.holds("a list does not mask the secret", isMasked(secret))
      look.holds(
        "a read does not mask the secret",
        isMasked((await body<Webhook>(service, `/v1/my/webhooks/${id}`)).secret),
      )
      const revealedWebhook = await body<Webhook>(service, `/v1/my/webhooks/${id}?reveal=true`)
      look.holds(
        "reveal=true shows another secret",
        revealedWebhook.secret.endsWith(secret.slice(-4)) && !isMasked(revealedWebhook.secret),
      )
    },
  },
  {
    rule: "28.2",
    async run(service, look) {
      const contact = await firstOf<{ id: number; email: string }>(service, "/v1/my/contacts")
      const search = `/v1/my/contacts?search=${encodeURIComponent(contact.email)}&limit=100`
      const matches = await body<{ id: number }[]>(service, search)
      look.holds(
        `contact ${contact.id} is not found by its address`,
        matches.some(({ id }) => id === contact.id),
      )
      const list = await firstOf<List>(service, "/v1/my/lists")
      const members = `/v1/my/contacts?list_id=${list.id}`
      look.same(`contacts of list ${list.id}`, await total(service, members), list.contacts_count)
      const strangers = (await body<{ list_ids: number[] }[]>(service, members)).filter(
        (row) => !row.list_ids.includes(list.id),
      )
      look.same(`contacts that are not on list ${list.id}`, strangers.length, 0)
    },
  },
  {
    rule: "28.5",
    async run(service, look) {
      const { event, contact_id } = await firstOf<{ event: string; contact_id: number }>(service, "/v1/my/events")
      const eventsOfType = await body<{ event: string }[]>(service, `/v1/my/events?event=${event}`)
      look.same(
        "events of another name",
        eventsOfType.filter((row) => row.event !== event),
        [],
      )
      const theirs = await body<{ contact_id: number }[]>(service, `/v1/my/events?contact_id=${contact_id}`)
      look.same(
        "events of another contact",
        theirs.filter((row) => row.contact_id !== contact_id),
        [],
      )
    },
  },
]
