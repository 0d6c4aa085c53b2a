import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { homeWithService } from "./run.ts"

const { service, home, close } = homeWithService({ clock: "real" })
let session: LocalMcpSession
beforeAll(async () => {
  session = await LocalMcpSession.open(home)
})
afterAll(async () => {
  await session.close()
  await close()
})

const csv = (...rows: string[]) => ["email", ...rows, ""].join("\n")
const contacts = { resource: "contacts", file: csv("ada@b.test", "bob@b.test") }

describe("a call that waits for long work", () => {
  it("returns the finished work", async () => {
    const { isError, data } = await session.call("imports.create", contacts, { wait: true })
    expect([isError, data.error, data.result]).toMatchObject([
      false,
      undefined,
      { status: "complete", success_rows: 2, failed_rows: 0 },
    ])
    const again = await session.call("imports.get", { id: data.result.id }, { wait: true, fields: ["status"] })
    expect(again.data.result).toEqual({ status: "complete" })
  })

  it("reports work that failed, or failed in part, as an error", async () => {
    const part = await session.call("imports.create", { ...contacts, file: csv("cid@b.test", "none") }, { wait: true })
    expect([part.isError, part.data]).toMatchObject([
      true,
      {
        result: { success_rows: 1, failed_rows: 1 },
        error: {
          code: "partly",
          hint: expect.stringContaining("See import_errors of imports.get."),
        },
      },
    ])
    const none = await session.call("imports.create", { ...contacts, file: csv("none") }, { wait: "true" })
    expect([none.isError, none.data]).toMatchObject([true, { result: { failed_rows: 1 }, error: { code: "failed" } }])
  })

  it("waits after a call that was made without a hold", async () => {
    const audience = { type: "lists", list_ids: [1] }
    const { id } = (await session.call("campaigns.create", { name: "A", template_id: 1, audience })).data.result
    const other = await LocalMcpSession.open(home, ["--no-hold"])
    const sent = await other.call("campaigns.send", { id }, { wait: true })
    expect(sent.data.result).toMatchObject({ status: "completed", sent_count: 3 })
    const { id: list } = (await session.call("lists.create", { name: "Nobody" })).data.result
    const nobody = { name: "B", template_id: 1, audience: { type: "lists", list_ids: [list] } }
    const { id: campaign } = (await session.call("campaigns.create", nobody)).data.result
    const unsent = await other.call("campaigns.send", { id: campaign }, { wait: true })
    expect([unsent.isError, unsent.data.error]).toEqual([
      true,
      {
        code: "nothing_found",
        message: "No message was sent: nobody is in its audience, or may get mail.",
        hint: "campaigns.get shows its state.",
      },
    ])
    await other.close()
  })

  it("ends at once on a frozen clock, with the started work and the call that moves it on", async () => {
    const still = homeWithService()
    const other = await LocalMcpSession.open(still.home)
    const { data, isError } = await other.callConfirmed(
      "fundingPurchases.create",
      { amount_cents: 5000 },
      { wait: true },
    )
    expect([isError, data.error.code, data.result.purchase.id]).toEqual([true, "will_not_finish", 1])
    expect(data.error.hint).toMatch(/^Someone has to pay at http:.* fundingPurchases.get shows its state.$/)
    expect(data.error.message).toContain("mock.pay 1")
    await other.close()
    await still.close()
  })

  it("returns the started work if it cannot be followed", async () => {
    await service.world.faults.add({ on: "request", method: "GET", path: "/v1/my/imports/*", status: 400, times: 1 })
    const { data, isError } = await session.call("imports.create", contacts, { wait: true })
    expect([isError, data.error.code, data.error.hint]).toEqual([
      true,
      "not_followed",
      "It continues in the background: imports.get with wait waits again.",
    ])
    expect(data.result.id).toBeGreaterThan(1)
  })

  it.each([
    ["templates.get", { wait: true }, "wait is for long work, and this call is complete when it responds: omit it"],
    ["imports.get", { wait: "soon" }, "wait must be true or false"],
  ])("is refused if there is nothing to wait for: %s %j", async (name, more, message) => {
    expect((await session.call(name, { id: 1 }, more)).data.error.message).toContain(message)
  })

  it("is documented by describe", async () => {
    expect((await session.tool("describe", { name: "imports.create" })).data.wait).toBe("true waits until it is over")
    expect((await session.tool("describe", { name: "lists.create" })).data.wait).toBeUndefined()
  })
})

describe("a path given as a file", () => {
  it.each([
    "customers.csv",
    "/home/me/customers.csv",
    "./customers",
    "~/a, b.csv\n",
    "..\\data\\list",
    "C:\\Users\\me\\list.xlsx",
    "@customers.csv",
    "file:///tmp/x",
    "data/customers",
    "https://example.test/list.csv",
  ])("is not taken for content: %j", async (file) => {
    const { data } = await session.call("imports.create", { resource: "contacts", file })
    expect(data.error.message).toBe("file is the content, not a path")
    expect(data.error.hint).toContain("give its text")
  })

  it.each(["email", "email,name/nick", "email\n./x@b.test\n", "email;site\na@b.test;https://b.test/x.csv"])(
    "is not assumed for content: %j",
    async (file) => {
      expect((await session.call("imports.create", { resource: "contacts", file })).isError).toBe(false)
    },
  )
})
