import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "./run.ts"

let sandbox = homeWithService()
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService()
})

const csv = `email,first_name\n${Array.from({ length: 250 }, (_, row) => `p${row}@example.test,P`).join("\n")}\nbroken,X\n`
const importing = (...words: string[]) =>
  sandbox.home.start(["imports", "create", "--file", "-", "--resource", "contacts", ...words], { stdin: csv })

describe("--wait", () => {
  it("follows an import to its end, with plain lines off a terminal", async () => {
    const running = importing("--wait")
    await running.stderr.until(/Import 1, .*(pending|processing)/)
    await sandbox.service.world.advance("1h")
    const { code, json, err } = await running.ended
    expect([code, json.status, json.success_rows, json.failed_rows]).toEqual([9, "complete", 250, 1])
    expect(err).toContain("Import 1: done")
    expect(err).toContain("251 rows: 250 imported, 1 refused")
    expect(err).not.toContain("\u001b")
  })

  it.each([
    ["every row was imported", "email\np@example.test\n", 0],
    ["no row was imported", "email\nbroken\n", 6],
  ])("ends with the result's exit code: %s", async (_, stdin, exitCode) => {
    const words = ["imports", "create", "--file", "-", "--resource", "contacts", "--wait"]
    const running = sandbox.home.start(words, { stdin })
    await running.stderr.until(/Import 1, /)
    await sandbox.service.world.advance("1h")
    expect((await running.ended).code).toBe(exitCode)
    // A later command that waits has the same exit code.
    expect((await sandbox.run(["imports", "get", "1", "--wait"])).code).toBe(exitCode)
    expect((await sandbox.run(["imports", "get", "1"])).code).toBe(0)
  })

  it("writes the refused rows to a file, which can be corrected and imported", async () => {
    const head = '\ufeffemail,"first, name"\n'
    const stdin = `${head}broken,"A ""b"""\nada@people.test,Ada\nagain@,x,y,z\n`
    const words = ["imports", "create", "--resource", "contacts", "--wait", "--errors", "refused.csv"]
    writeFileSync(join(sandbox.home.folder, "rows.csv"), stdin)
    const expected = [
      `import_line,import_problem,email,"first, name"`,
      `2,email is not an e-mail address,broken,"A ""b"""`,
      "4,has 4 cells,again@,x,y,z",
    ]
    for (const [file, exitCode, ...flags] of [
      ["-", 9],
      ["rows.csv", 9],
      ["rows.csv", 0, "--allow-errors"],
    ] as const) {
      const running = sandbox.home.start([...words, "--file", file, ...flags], { stdin })
      await running.stderr.until(/Import \d+, /)
      await sandbox.service.world.advance("1h")
      const { code, err } = await running.ended
      expect([code, err]).toEqual([exitCode, expect.stringContaining("mas contacts import refused.csv")])
      const lines = readFileSync(join(sandbox.home.folder, "refused.csv"), "utf8").trimEnd().split("\n")
      expect(lines.map((line) => line.replace(/"has 4 cells[^"]*"/, "has 4 cells"))).toEqual(expected)
    }
    const mended = readFileSync(join(sandbox.home.folder, "refused.csv"), "utf8").replace("broken", "bo@people.test")
    writeFileSync(join(sandbox.home.folder, "mended.csv"), mended)
    const { json } = await sandbox.run(["contacts", "import", "mended.csv", "--dry-run"])
    expect(json).toMatchObject({ would_import: 1, refused: 1 })
  })

  it("keeps the letters of a header that arrives cut within one", async () => {
    const file = Buffer.from("email,Größe\nbroken,1\nada@people.test,2\n")
    const at = file.indexOf("ö") + 1
    const stdin = Readable.from([file.subarray(0, at), file.subarray(at)], { objectMode: false })
    const words = ["imports", "create", "--resource", "contacts", "--wait", "--errors", "refused.csv", "--file", "-"]
    const running = sandbox.home.start(words, { io: { stdin } })
    await running.stderr.until(/Import \d+, /)
    await sandbox.service.world.advance("1h")
    await running.ended
    const [header] = readFileSync(join(sandbox.home.folder, "refused.csv"), "utf8").split("\n")
    expect(header).toBe("import_line,import_problem,email,Größe")
  })

  it("ends with 6 if the whole file was refused", async () => {
    const running = sandbox.home.start(["imports", "create", "--resource", "contacts", "--wait", "--file", "-"], {
      stdin: "name\nx\n",
    })
    await running.stderr.until(/Import 1, /)
    await sandbox.service.world.advance("1h")
    expect((await running.ended).code).toBe(6)
  })

  it("follows a campaign until all messages are sent", async () => {
    await sandbox.run(["templates", "create", "--name", "T", "--subject", "S"])
    const draft = ["--name", "Spring", "--template-id", "1", "--audience", '{"type":"all_contacts"}']
    const { json: campaign } = await sandbox.run(["campaigns", "create", ...draft])
    const atOne = ["--deliver-at", "2026-03-01T13:00:00Z"]
    const running = sandbox.home.start(["campaigns", "send", String(campaign.id), ...atOne, "--yes", "--wait"])
    await running.stderr.until(/Campaign 1, 0 messages, scheduled/)
    await sandbox.service.world.advance("2h")
    const { code, json, err } = await running.ended
    expect([code, json.status, json.sent_count]).toEqual([0, "completed", 3])
    expect(err).toContain("Campaign 1: done, 3 messages")
  })

  it("stops on Ctrl-C with 130, nothing on stdout, and the command to resume", async () => {
    const running = importing("--wait")
    await running.stderr.until(/Import 1, /)
    running.interrupt()
    const { code, out, err } = await running.ended
    expect([code, out]).toEqual([130, ""])
    expect(err).toContain("mas imports get 1 --wait")
    const again = sandbox.home.start(["imports", "get", "1", "--wait"])
    await again.stderr.until(/Import 1, /)
    await sandbox.service.world.advance("1h")
    expect((await again.ended).json.status).toBe("complete")
  })

  it("returns at once with --no-wait", async () => {
    const { code, json, err } = await importing("--no-wait").ended
    expect([code, json.status, err]).toEqual([0, "pending", ""])
  })

  it("ends with 8 on a timeout, with the command to resume", async () => {
    const { code, err } = await importing("--wait", "--wait-timeout", "50ms").ended
    expect(code).toBe(8)
    expect(err).toContain("mas imports get 1 --wait")
  })

  it("says where to pay, and ends when the funding is credited", async () => {
    const words = ["funding-purchases", "create", "--amount-cents", "5000", "--idempotency-key", "k", "--yes", "--wait"]
    const running = sandbox.home.start(words)
    await running.stderr.until(/pay at http.*[\s\S]*Funding purchase 1/)
    sandbox.service.world.transitions.purchases.pay(1)
    const { code, json } = await running.ended
    expect([code, json.purchase.status]).toEqual([0, "credited"])
  })

  it("ends with 1 if the work can no longer succeed", async () => {
    const words = ["subscription", "checkout", "--plan-id", "2", "--idempotency-key", "k", "--yes"]
    const { json } = await sandbox.run(words)
    sandbox.service.world.transitions.checkouts.fail(json.purchase_id)
    const status = ["subscription", "checkout-status", "--purchase-id", String(json.purchase_id), "--wait"]
    const { code, err } = await sandbox.run(status)
    expect(code).toBe(1)
    expect(JSON.parse(err.slice(err.indexOf("{"))).error.code).toBe("will_not_finish")
  })

  it("says that a validation lacks funding", async () => {
    const words = ["validations", "start", "--list-id", "1", "--idempotency-key", "k", "--yes", "--wait"]
    const { code, err } = await sandbox.run(words)
    expect(code).toBe(1)
    expect(err).toContain("needs funding")
  })

  it("follows a funded validation", async () => {
    const buy = ["funding-purchases", "create", "--amount-cents", "5000", "--idempotency-key", "k", "--yes"]
    await sandbox.run(buy)
    sandbox.service.world.transitions.purchases.pay(1)
    const running = sandbox.home.start([
      "validations",
      "start",
      "--list-id",
      "1",
      "--idempotency-key",
      "k",
      "--yes",
      "--wait",
    ])
    await running.stderr.until(/Validation \S+, /)
    await sandbox.service.world.advance("1h")
    const { code, json } = await running.ended
    expect([code, json.status]).toEqual([0, "committed"])
  })
})
