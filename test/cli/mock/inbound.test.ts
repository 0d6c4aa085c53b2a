import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { tableOf } from "../../support/dashboard-data.ts"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("mas mock inbound", () => {
  it("delivers an inbound mail with attachments", async () => {
    writeFileSync(join(sandbox.home.folder, "a, b.txt"), "hello")
    const mail = ["--from", "ada@example.test", "--to", "inbox@acme.test", "--subject", "Hi", "--text", "Hello"]
    const { code, json } = await sandbox.run(["mock", "inbound", ...mail, "--attach", "a, b.txt"])
    expect(code).toBe(0)
    expect(JSON.stringify(json)).toContain("a, b.txt")
  })

  it("names everything that a mail lacks", async () => {
    const { code, err } = await sandbox.run(["mock", "inbound"])
    expect([code, err]).toEqual([2, expect.stringMatching(/--from.*--eml/)])
    const incomplete = await sandbox.run(["mock", "inbound", "--from", "ada@example.test"])
    expect([incomplete.code, incomplete.err]).toEqual([2, expect.stringMatching(/--to.*--subject/)])
  })

  it("delivers an inbound mail from a file, in any charset", async () => {
    const eml = "From: Zo\xeb <zoe@example.test>\nTo: inbox@acme.test\nSubject: =?iso-8859-1?Q?Gr=FC=DFe?=\n\nHi"
    writeFileSync(join(sandbox.home.folder, "mail.eml"), Buffer.from(eml, "latin1"))
    const { code, json } = await sandbox.run(["mock", "inbound", "--eml", "mail.eml"])
    expect([code, json]).toEqual([0, expect.objectContaining({ reported: true })])
    const { rows } = await tableOf(sandbox.service.world, "conversationMessages")
    expect(rows[0]).toMatchObject({ subject: "Grüße", to: "inbox@acme.test" })
    const missing = await sandbox.run(["mock", "inbound", "--eml", "none.eml"])
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("--eml: none.eml cannot be read")])
  })
})
