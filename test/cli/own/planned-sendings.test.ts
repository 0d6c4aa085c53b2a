import { describe, expect, it } from "vitest"
import { plannedSendings } from "../../../cli/commands/approvals/planned-sendings.ts"
import { apiError } from "../../../sdk/client/request/api-error.ts"

type PlannedCall = Parameters<typeof plannedSendings>[0]

const { signal } = new AbortController()
const templateChange: PlannedCall = { feed: "template", input: { id: 7 } }
const draft = { id: 1, name: "C", status: "draft" }

/** Rows as the client lists them; after these, the service may respond with an error. */
async function* listRows(rows: readonly object[], status?: number) {
  yield* rows
  if (status === undefined) return
  const request = { method: "GET", path: "/v1/my/campaigns", attempts: 1 }
  throw apiError({ status, headers: {}, body: {}, message: "No", retryAt: undefined }, request)
}

interface Account {
  readonly campaigns?: readonly object[]
  readonly flows?: readonly object[]
  /** The error after the campaigns. */
  readonly status?: number
}

/** What is sent by what the call changes, in an account with these campaigns and flows. */
function sendingsOf(call: PlannedCall, { campaigns = [], flows = [], status }: Account) {
  const client = { campaigns: { list: () => listRows(campaigns, status) }, flows: { list: () => listRows(flows) } }
  return plannedSendings(call, client as never, signal)
}

describe("the campaigns and flows that send by what a call changes", () => {
  const campaign = { id: 3, name: "May", status: "scheduled", template_id: 7 }
  const toAll = { ...campaign, audience: { type: "all_contacts" } }
  const toLists = { ...campaign, audience: { type: "lists", list_ids: [5] } }
  const toSegment = { ...campaign, audience: { type: "segment" } }

  it.each<[feed: PlannedCall["feed"], input: object, senders: object[], bystanders: object[]]>([
    [
      "campaign",
      { id: 3 },
      [campaign, toAll],
      [
        { ...campaign, id: 4 },
        { ...campaign, status: "completed" },
      ],
    ],
    [
      "template",
      { id: 7 },
      [campaign],
      [
        { ...campaign, template_id: 8 },
        { ...campaign, status: "cancelled" },
      ],
    ],
    [
      "list",
      { id: 5 },
      [toLists, toSegment, { ...campaign, audience: { type: "lists" } }],
      [toAll, campaign, { ...toLists, audience: { type: "lists", list_ids: [6] } }],
    ],
    ["contact", { email: "a@b.test" }, [toAll, toLists, toSegment], [campaign, { ...toAll, status: "archived" }]],
    ["event", { event: "paid" }, [], [campaign, toAll, toLists, toSegment]],
  ])("are campaigns: %s %j", async (feed, input, senders, bystanders) => {
    const call = { feed, input: { ...input } }
    for (const one of senders)
      expect(await sendingsOf(call, { campaigns: [one] })).toEqual(["campaign 3, May (scheduled)"])
    expect(await sendingsOf(call, { campaigns: bystanders })).toEqual([])
  })

  const flow = { id: 2, name: "F", status: "live", trigger: { event: "paid" }, steps: [{ send_template: 7 }] }
  const onJoin = { ...flow, trigger: { kind: "joined_list" }, steps: [{ wait: "1d" }] }
  const withList = { ...flow, trigger: { list_ids: ["5"] } }

  it.each<[feed: PlannedCall["feed"], input: object, senders: object[], bystanders: object[]]>([
    ["campaign", { id: 2 }, [], [flow, onJoin]],
    ["template", { id: 7 }, [flow, onJoin, { ...flow, steps: [] }], [{ ...flow, steps: [{ send_template: 8 }] }]],
    [
      "list",
      { id: 5 },
      [withList, onJoin, { ...flow, steps: [{ to: "the list" }] }],
      [flow, { ...withList, status: "draft" }],
    ],
    ["contact", { email: "a@b.test" }, [onJoin, withList], [flow]],
    ["event", { event: "paid" }, [flow, onJoin], [{ ...flow, trigger: { event: "left" } }]],
  ])("are flows: %s %j", async (feed, input, senders, bystanders) => {
    const call = { feed, input: { ...input } }
    for (const one of senders) expect(await sendingsOf(call, { flows: [one] })).toEqual(["flow 2, F (live)"])
    expect(await sendingsOf(call, { flows: bystanders })).toEqual([])
  })

  it("are perhaps others past 2,000 rows", async () => {
    const rows = Array(2_001).fill(draft)
    expect(await sendingsOf(templateChange, { campaigns: rows.slice(1) })).toEqual([])
    const others = ["perhaps other campaigns: there are more than 2000"]
    expect(await sendingsOf(templateChange, { campaigns: rows })).toEqual(others)
  })

  it("are perhaps some where the credential cannot read them, and unknown after any other error", async () => {
    const unreadable = ["perhaps campaigns: this credential cannot read them"]
    expect(await sendingsOf(templateChange, { status: 403 })).toEqual(unreadable)
    for (const status of [404, 500])
      await expect(sendingsOf(templateChange, { status })).rejects.toMatchObject({ status })
  })
})
