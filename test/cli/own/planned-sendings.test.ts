import { describe, expect, it } from "vitest"
import { plannedSendings } from "../../../cli/commands/approvals/planned-sendings.ts"
import { apiError } from "../../../sdk/client/request/api-error.ts"

const { signal } = new AbortController()
const draft = { id: 1, name: "C", status: "draft" }

/** Campaigns as the client lists them; after these, the service may respond with an error. */
async function* listCampaigns(count: number, status?: number) {
  for (let index = 0; index < count; index++) yield draft
  if (status === undefined) return
  const request = { method: "GET", path: "/v1/my/campaigns", attempts: 1 }
  throw apiError({ status, headers: {}, body: {}, message: "No", retryAt: undefined }, request)
}

/** What a changed template is sent by, in an account with these campaigns and no flow. */
function sendingsAmong(count: number, status?: number) {
  const client = { campaigns: { list: () => listCampaigns(count, status) }, flows: { list: () => listCampaigns(0) } }
  return plannedSendings({ feed: "template", input: { id: 7 } }, client as never, signal)
}

describe("the campaigns and flows that send by what a call changes", () => {
  it("are perhaps others past 2,000 rows", async () => {
    expect(await sendingsAmong(2_000)).toEqual([])
    expect(await sendingsAmong(2_001)).toEqual(["perhaps other campaigns: there are more than 2000"])
  })

  it("are perhaps some where the credential cannot read them, and unknown after any other error", async () => {
    expect(await sendingsAmong(0, 403)).toEqual(["perhaps campaigns: this credential cannot read them"])
    for (const status of [404, 500]) await expect(sendingsAmong(0, status)).rejects.toMatchObject({ status })
  })
})
