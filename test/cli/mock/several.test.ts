import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest"
import { instanceAt } from "../../../cli/connection/profile/running-mocks.ts"
import { startMockServer } from "../../../mock-server/index.ts"
import { Home, sendMail } from "../own/run.ts"

const shop = await startMockServer({ port: 0 })
const blog = await startMockServer({ port: 0 })
afterAll(() => Promise.all([shop.close(), blog.close()]))

let home: Home
beforeEach(async () => {
  home = new Home()
  await registerAs(shop.url, "shop", "2030-01-01T00:00:00.000Z")
  await registerAs(blog.url, "blog", "2030-01-02T00:00:00.000Z")
})
afterEach(() => home.remove())

const path = (name: string) => join(home.folder, name)

/** Registers a server as started by another process in a folder of this home. */
async function registerAs(url: string, name: string, started_at: string, more: object = {}): Promise<void> {
  const folder = join(home.folder, "config/state/mocks")
  const note = { url, pid: process.ppid, instance: await instanceAt(url), started_at, folder: path(name), ...more }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${process.ppid}-${new URL(url).port}.json`), JSON.stringify(note))
}

const run = (argv: readonly string[], name = "") => home.run(argv, { io: { cwd: path(name) } })
const sentAt = (server: typeof shop) => server.world.messages.list().length

const commands = [
  sendMail,
  [...sendMail, "--profile", "mock"],
  ["user", "get", "--profile", "mock-owner"],
  ["mock", "reset"],
  ["mock", "stop"],
  ["mock", "stop", "--dry-run"],
  ["mock", "advance", "1h"],
  ["doctor"],
]

describe("mas mock stop", () => {
  it("stops no server that is part of a session of an assistant", async () => {
    await registerAs(blog.url, "blog", "2030-01-02T00:00:00.000Z", { is_guest: true })
    const part = `The mock server at ${blog.url} is part of \`mas mcp\` (process ${process.ppid})`
    const stopOfOne = await run(["mock", "stop", "--base-url", blog.url])
    expect([stopOfOne.code, JSON.parse(stopOfOne.err).error]).toMatchObject([1, { code: "not_stopped", message: part }])
    const all = await run(["mock", "stop", "--all", "--dry-run"])
    expect([all.code, all.err.split("\n").slice(0, 2)]).toEqual([
      0,
      [
        `${part}, and keeps running.`,
        `Nothing was stopped: this is a dry run. ${shop.url} is process ${process.ppid}.`,
      ],
    ])
    const other = await run(["mock", "stop", "--dry-run"])
    expect([other.code, other.err]).toEqual([0, expect.stringContaining(`${shop.url} is process`)])
  })

  it("says that none runs, at an address or at all, and forgets those that were killed", async () => {
    const folder = join(home.folder, "config/state/mocks")
    for (const [name, text] of [
      ["1-1.json", "{"],
      ["2-2.json", JSON.stringify({ url: shop.url, pid: "2" })],
      [`${2 ** 22 + 1}-3.json`, JSON.stringify({ url: shop.url, pid: 2 ** 22 + 1, instance: "", started_at: "" })],
    ] as const)
      writeFileSync(join(folder, name), text)
    const other = await run(["mock", "stop", "--base-url", "http://127.0.0.1:1/"])
    expect([other.code, JSON.parse(other.err).error.message]).toEqual([
      4,
      "No mock server is running at http://127.0.0.1:1",
    ])
    expect(readdirSync(folder)).toHaveLength(2)
    rmSync(folder, { recursive: true })
    const none = await run(["mock", "stop"])
    expect([none.code, JSON.parse(none.err).error.message]).toEqual([4, "No mock server is running"])
  })
})

describe("with two mock servers", () => {
  it.each(commands.map((argv) => [argv]))(
    "mas %j outside of both their folders ends with 2 and lists them",
    async (argv) => {
      const before = [sentAt(shop), sentAt(blog)]
      const { code, out, err } = await run(argv)
      const { message, hint } = JSON.parse(err.trim().split("\n").at(-1) ?? "").error
      expect([code, out]).toEqual([2, ""])
      expect(message).toContain(`${shop.url} (started in ${path("shop")})`)
      expect(message).toContain(`${blog.url} (started in ${path("blog")})`)
      expect(hint).toContain("--base-url")
      expect([sentAt(shop), sentAt(blog)]).toEqual(before)
    },
  )

  it.each(["shop", "shop/src/deep"])(
    "a command in %s goes to the server started there or in a parent folder",
    async (name) => {
      const before = [sentAt(shop), sentAt(blog)]
      expect((await run(sendMail, name)).code).toBe(0)
      expect((await run([...sendMail, "--profile", "mock"], name)).code).toBe(0)
      expect([sentAt(shop), sentAt(blog)]).toEqual([2 + (before[0] ?? 0), before[1]])
      expect((await run(["mock", "stop", "--dry-run"], name)).err).toContain(shop.url)
      expect((await run(["mock", "reset"], name)).code).toBe(0)
      expect(sentAt(shop)).toBe(0)
    },
  )

  it("a sibling folder whose name begins alike is another folder", async () => {
    expect((await run(["mock", "reset"], "shop-2")).code).toBe(2)
  })

  it("the nearest parent folder wins; two servers of one folder are listed", async () => {
    await registerAs(shop.url, "", "2030-01-01T00:00:00.000Z")
    expect((await run(["mock", "stop", "--dry-run"], "blog/src")).err).toContain(blog.url)
    expect((await run(["mock", "stop", "--dry-run"], "other")).err).toContain(shop.url)
    await registerAs(blog.url, "", "2030-01-02T00:00:00.000Z")
    expect((await run(["mock", "stop", "--dry-run"], "blog/src")).code).toBe(2)
  })

  it("an address selects one: by flag, variable or saved profile", async () => {
    const login = ["login", "--profile", "shop", "--base-url", shop.url, "--api-key", shop.apiKey]
    expect((await run(login)).code).toBe(0)
    const addressings: [string[], Record<string, string>][] = [
      [["--base-url", shop.url], {}],
      [[], { MAS_BASE_URL: shop.url }],
      [["--profile", "shop"], {}],
    ]
    for (const [words, env] of addressings) {
      const stopped = await home.run(["mock", "stop", "--dry-run", ...words], { env })
      expect([stopped.code, stopped.err]).toEqual([0, expect.stringContaining(shop.url)])
      expect((await home.run(["mock", "clock", ...words], { env })).code).toBe(0)
    }
    const before = sentAt(shop)
    // One elsewhere is not replaced by the one that runs here.
    const env = { MAS_BASE_URL: "http://mas.invalid:4010" }
    const { code, err } = await home.run(["mock", "reset"], { env })
    expect([code, err]).toEqual([8, expect.stringContaining("No mock server responds at http://mas.invalid:4010")])
    expect((await run([...sendMail, "--profile", "mock", "--base-url", shop.url])).code).toBe(0)
    expect(sentAt(shop)).toBe(before + 1)
  })

  it("a command that calls no mock server works", async () => {
    const { code, json, err } = await run(["profiles", "list"])
    expect([code, json[0]]).toEqual([0, expect.objectContaining({ name: "mock", base_url: null })])
    expect(err).toContain("2 mock servers are running")
  })
})
