import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

let sandbox = homeWithService()
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService()
})

describe("mas mock messages", () => {
  it("apply a recipient's event to a message, and show it", async () => {
    const mail = ["--to", "ada@example.test", "--subject", "Hi", "--body", "Hello"]
    await sandbox.run(["messages", "send", "--channel", "email", ...mail])
    const event = ["mock", "event", "1", "bounced", "--bounce-type", "soft", "--bounce-subtype", "mailbox_full"]
    expect((await sandbox.run(event)).code).toBe(0)
    const { json } = await sandbox.run(["mock", "messages", "1"])
    expect(JSON.stringify(json.timeline)).toContain("mailbox_full")
    expect((await sandbox.run(["mock", "messages", "--to", "*@example.test"])).json).toMatchObject([{ id: 1 }])
    expect((await sandbox.run(["mock", "messages", "--to", "*@other.test"])).json).toEqual([])
  })

  it("print only the code or the link of the newest message", async () => {
    const html = '<p>Your code is 482913</p><a href="https://shop.test/verify?t=1">Verify</a>'
    const mail = ["--to", "ada@example.test", "--subject", "Sign in", "--html", html]
    await sandbox.run(["messages", "send", "--channel", "email", ...mail])
    const latest = ["mock", "messages", "--latest", "--to", "ada@example.test"]
    expect((await sandbox.run(latest)).json).toMatchObject({ id: 1, codes: [{ code: "482913" }] })
    expect((await sandbox.run([...latest, "--code"])).out).toBe("482913\n")
    expect((await sandbox.run([...latest, "--link", "*VERIFY*"])).out).toBe("https://shop.test/verify?t=1\n")
    expect((await sandbox.run(["mock", "messages", "--code"])).json).toMatchObject([{ id: 1 }])
    const none = await sandbox.run([...latest, "--link", "*reset*", "--within", "1ms"])
    expect([none.code, none.out, none.err]).toEqual([10, "", expect.stringContaining("shop.test/verify")])
  })

  it("show one row by its id, or the list, and say which flag is for which", async () => {
    const html = '<p>Your code is 482913</p><a href="https://shop.test/verify?t=1">Verify</a>'
    const mail = ["--to", "ada@example.test", "--subject", "Sign in", "--html", html]
    await sandbox.run(["messages", "send", "--channel", "email", ...mail])
    expect((await sandbox.run(["mock", "messages", "1"])).json).toMatchObject({ id: 1, timeline: expect.any(Array) })
    expect((await sandbox.run(["mock", "messages", "1", "--code"])).out).toBe("482913\n")
    expect((await sandbox.run(["mock", "messages", "1", "--why"])).json[0]).toMatchObject({ rule: expect.any(String) })
    const none = await sandbox.run(["mock", "messages", "1", "--link", "*reset*"])
    expect([none.code, none.out]).toEqual([10, ""])
    expect((await sandbox.run(["mock", "messages", "9"])).code).toBe(4)
    expect((await sandbox.run(["mock", "requests", "1"])).json).toMatchObject({ id: 1, path: "/v1/my/messages" })
    expect((await sandbox.run(["mock", "requests", "1", "--code"])).json.curl).toContain("curl")
    for (const [words, problem] of [
      [["messages", "--why"], "--why needs an <id>"],
      [["messages", "1", "--to", "a@b.test"], "--to is for the list: leave out <id>"],
      [["requests", "1", "--clear"], "--clear is for the list: leave out <id>"],
      [["requests", "--code"], "--code needs an <id>"],
      [["webhooks"], "give exactly one of <id>, --allow-local"],
      [["webhooks", "1", "--grace", "1h"], "--grace needs --rotate"],
    ] as const) {
      const { code, err } = await sandbox.run(["mock", ...words])
      expect([code, err]).toEqual([2, expect.stringContaining(problem)])
    }
    expect((await sandbox.run(["mock", "requests"])).json.length).toBeGreaterThan(0)
  })
})
