import { writeFileSync } from "node:fs"
import { get } from "node:http"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("the flags of mas mock", () => {
  it("starts a server with extra host names and a limit of worlds", async () => {
    const words = ["--allow-host", "mas", "--allow-host", "one.test,two.test", "--max-worlds", "1"]
    const running = sandbox.home.start(["mock", "start", "--port", "0", "--output", "json", ...words])
    const [, url = ""] = await running.stdout.until(/"url": ?"([^"]+)"/)
    const statusFor = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get(`${url}/_mock/health`, { headers: { host } }, (response) => resolve(response.resume().statusCode)).on(
          "error",
          reject,
        )
      })
    expect(await Promise.all(["mas:4010", "one.test", "two.test", "evil.test"].map(statusFor))).toEqual([
      200, 200, 200, 403,
    ])
    const create = async () => (await fetch(`${url}/_mock/worlds`, { method: "POST" })).status
    expect([await create(), await create()]).toEqual([201, 409])
    running.interrupt()
    expect((await running.ended).code).toBe(0)
  })

  it("starts a server that sends webhooks to named hosts, and hints once at the flag that allows another", async () => {
    const words = [
      "--allow-webhooks-to",
      "app:3000",
      "--allow-webhooks-to",
      "10.0.0.7",
      "--no-local-webhooks",
      "--log",
      "off",
    ]
    const running = sandbox.home.start(["mock", "start", "--port", "0", "--output", "json", ...words])
    const [, url = ""] = await running.stdout.until(/"url": ?"([^"]+)"/)
    const add = async (to: string) => {
      const headers = { Authorization: "Bearer maskey_live_mock", "Content-Type": "application/json" }
      const body = JSON.stringify({ url: to, events: ["email.sent"] })
      return (await fetch(`${url}/v1/my/webhooks`, { method: "POST", headers, body })).status
    }
    const statuses = [await add("http://app:3000/"), await add("http://10.0.0.7/"), await add("http://app:3001/")]
    expect([...statuses, await add("http://127.0.0.1:3000/"), await add("http://127.0.0.1/")]).toEqual([
      201, 201, 422, 422, 422,
    ])
    running.interrupt()
    await running.ended
    const hints = running.stderr.text.split("\n").filter((line) => line.includes("was refused"))
    expect(hints).toEqual([
      expect.stringContaining("--allow-webhooks-to HOST"),
      expect.stringContaining("--local-webhooks"),
    ])
  })

  it("accepts only hosts in --allow-webhooks-to", async () => {
    const { code, err } = await sandbox.run(["mock", "start", "--port", "0", "--allow-webhooks-to", "http://app:3000"])
    expect([code, err.includes("--allow-webhooks-to")]).toEqual([6, true])
  })

  it("starts a server with fixtures, and reports their errors by line", async () => {
    writeFileSync(join(sandbox.home.folder, "shop.yaml"), "accounts:\n  shop:\n    name: Shop\n")
    const running = sandbox.home.start(["mock", "start", "--port", "0", "--output", "json", "--fixtures", "shop.yaml"])
    const [, url = ""] = await running.stdout.until(/"url": ?"([^"]+)"/)
    const headers = { Authorization: "Bearer maskey_live_shop" }
    expect(await (await fetch(`${url}/v1/my/account`, { headers })).json()).toMatchObject({ name: "Shop" })
    running.interrupt()
    expect((await running.ended).code).toBe(0)
    for (const [line, code, message] of [
      ["    plan: gold", 6, "wrong.yaml:3:5: accounts.shop.plan is not a known plan"],
      ["    colour: red", 6, "wrong.yaml:3:5: accounts.shop.colour is not a known field"],
      ["    - [", 6, "wrong.yaml:4:1: Flow sequence"],
    ] as const) {
      writeFileSync(join(sandbox.home.folder, "wrong.yaml"), `accounts:\n  shop:\n${line}\n`)
      for (const start of [
        ["start", "--port", "0", "--fixtures"],
        ["fixtures", "--from"],
      ]) {
        const ran = await sandbox.run(["mock", ...start, "wrong.yaml"])
        expect([ran.code, ran.out, ran.err.includes(message)]).toEqual([code, "", true])
      }
    }
    expect((await sandbox.run(["mock", "start", "--port", "0", "--fixtures", "none.yaml"])).err).toContain(
      "no such file",
    )
  })

  it("starts a server with a faster clock", async () => {
    const running = sandbox.home.start(["mock", "start", "--port", "0", "--output", "json", "--rate", "3600"])
    const [, url = ""] = await running.stdout.until(/"url": ?"([^"]+)"/)
    expect(await (await fetch(`${url}/_mock/clock`)).json()).toMatchObject({ mode: "scaled", rate: 3_600 })
    running.interrupt()
    await running.ended
  })
})
