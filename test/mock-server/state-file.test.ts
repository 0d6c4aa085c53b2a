import fs, {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { type MockServer, type MockServerOptions, StateFileError, startMockServer } from "../../mock-server/index.ts"
import { fakeHost } from "../support/fake-host.ts"
import { startReceiver, status } from "../support/receiver.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { until } from "../support/until.ts"

let folder: string
let state: string
beforeEach(() => {
  folder = temporaryFolder(onTestFinished)
  state = join(folder, "world.jsonl")
})

async function start(options: MockServerOptions = {}): Promise<MockServer> {
  const server = await startMockServer({ port: 0, clock: "frozen", state, ...options })
  onTestFinished(() => server.close().catch(() => {}))
  return server
}

const checksum = /,"sha256":"[0-9a-f]{64}"/
/** Turns the file into the version without a checksum. */
const unsummed = (text: string) => text.replace('"version":2,', '"version":1,').replace(checksum, "")

const post = (server: MockServer, path: string, body: object) =>
  server.fetch(path, {
    method: "POST",
    headers: { Authorization: `Bearer ${server.apiKey}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
const get = async (server: MockServer, path: string) =>
  (await server.fetch(path, { headers: { Authorization: `Bearer ${server.apiKey}` } })).json()

describe("a world with a state file", () => {
  it("is the same after a restart, including clock and unusual characters", async () => {
    const first = await start({ now: "2026-03-01T12:00:00.000Z" })
    await post(first, "/v1/my/lists", { name: "Line one\u2028line two\nthree é 😀" })
    await first.world.advance("5m")
    first.world.faults.add({ status: 503, path: "/v1/none", times: 3 })
    const before = first.world.state.snapshot()
    await first.close()
    const second = await start({ now: "2030-01-01T00:00:00.000Z", seed: 7 })
    expect(second.world.state.snapshot()).toEqual(before)
    expect(second.world.clock.get().now).toBe("2026-03-01T12:05:00.000Z")
  })

  it("starts from fixtures, then continues from its state whatever they are; a reset starts from them again", {
    tags: "slow",
  }, async () => {
    const first = await start({ fixtures: { accounts: { main: { name: "Begun" } } } })
    await post(first, "/v1/my/lists", { name: "Kept" })
    await first.close()
    const second = await start({ fixtures: { accounts: { main: { name: "Later" } } } })
    expect([(await get(second, "/v1/my/account")).name, (await get(second, "/v1/my/lists")).length]).toEqual([
      "Begun",
      2,
    ])
    second.world.reset()
    expect((await get(second, "/v1/my/account")).name).toBe("Begun")
    await expect(start({ fixtures: { accounts: { main: { plan: "gold" } } } })).rejects.toThrow("accounts.main.plan")
  })

  it("returns to its original start on a reset, whatever options the server is restarted with", {
    tags: "slow",
  }, async () => {
    const now = "2026-03-01T00:00:00.000Z"
    const first = await start({ now })
    first.world.state.setFixtures({ accounts: { shop: {} } })
    await first.world.advance("1d")
    await first.close()
    const second = await start({ clock: "real" })
    expect(second.world.seeded().accounts.shop).toBe(4)
    second.world.reset()
    expect(second.world.clock.get()).toMatchObject({ mode: "frozen", now })
    const headers = { Authorization: "Bearer maskey_live_shop" }
    expect((await fetch(`${second.url}/v1/my/account`, { headers })).status).toBe(200)
  })

  it("can be read without its original start: a reset then uses the server's options", { tags: "slow" }, async () => {
    await (await start({ now: "2026-03-01T00:00:00.000Z" })).close()
    const lines = readFileSync(state, "utf8").split("\n")
    const before = lines.filter((line) => !line.startsWith('{"at":["setup"'))
    const removed = lines.length - before.length
    const text = unsummed(before.join("\n")).replace(/"end":(\d+)/, (_, end) => `"end":${Number(end) - removed}`)
    writeFileSync(state, text)
    const second = await start({ now: "2030-01-01T00:00:00.000Z" })
    expect([removed > 0, second.world.clock.get().now]).toEqual([true, "2026-03-01T00:00:00.000Z"])
    second.world.reset()
    expect(second.world.clock.get().now).toBe("2030-01-01T00:00:00.000Z")
  })

  it("continues pending work, such as webhook retries", { tags: "slow" }, async () => {
    const queuedResponses = [status(500), status(200)]
    const receiver = await startReceiver((...request) => queuedResponses.shift()?.(...request))
    try {
      const first = await start({ allowLocalWebhooks: true })
      await post(first, "/v1/my/webhooks", { url: receiver.url, events: ["email.sent"] })
      await post(first, "/v1/my/messages", { channel: "email", to: "a@example.test", subject: "Hi", body: "Hi" })
      await first.world.advance(0)
      await first.close()
      const second = await start({ allowLocalWebhooks: true })
      await second.world.advance("1m")
      expect(second.world.deliveries.list().map(({ response_status }) => response_status)).toEqual([500, 200])
      expect(receiver.received[1]?.headers["webhook-id"]).toBe(receiver.received[0]?.headers["webhook-id"])
    } finally {
      await receiver.close()
    }
  })

  it("lets real time go on while the server is down", { tags: "slow" }, async () => {
    const day = 86_400_000
    const { hostClock, pass } = fakeHost(Date.UTC(2026, 2, 1))
    const first = await start({ clock: "real", hostClock })
    await post(first, "/v1/my/account/invites", { email: "ben@example.test", role: "member" })
    await first.world.advance("1d")
    await first.close()
    await pass(7 * day)
    const second = await start({ clock: "real", hostClock })
    expect(second.world.clock.get().now).toBe("2026-03-09T00:00:00.000Z")
    expect(await get(second, "/v1/my/account/invites")).toContainEqual(
      expect.objectContaining({ email: "ben@example.test", status: "expired" }),
    )
  })

  it("keeps pending messages and deliveries, and a scaled clock is frozen meanwhile", { tags: "slow" }, async () => {
    const { hostClock, pass } = fakeHost(Date.UTC(2026, 2, 1))
    const first = await start({ clock: "scaled", rate: 3_600, hostClock })
    first.world.outcomes.add({ to: "*@example.test", outcome: "bounced", after: "2h" })
    first.world.faults.add({ on: "delivery", drop: "after", from: 2 })
    first.world.faults.profile({ name: "storm", seed: 5 })
    await pass(1_000)
    const before = first.world.state.snapshot()
    await first.close()
    await pass(3_600_000)
    const second = await start({ hostClock })
    expect(second.world.state.snapshot()).toEqual(before)
    expect(second.world.clock.get()).toMatchObject({ mode: "scaled", rate: 3_600, now: "2026-03-01T01:00:00.000Z" })
    second.world.outcomes.clear()
    await second.close()
    expect((await start({ hostClock })).world.outcomes.list()).toEqual([])
  })

  it("returns to the seed on a reset, and stays there", { tags: "slow" }, async () => {
    const first = await start()
    await first.world.contacts.fill({ count: 5 })
    first.world.reset()
    await first.close()
    expect((await (await start()).world.contacts.fill({ count: 0 })).total).toBe(3)
  })

  it("is in its file soon after a change, before the server ends", async () => {
    const { hostClock, pass } = fakeHost(Date.UTC(2026, 2, 1))
    const server = await start({ hostClock })
    await post(server, "/v1/my/lists", { name: "Soon there" })
    await until(async () => {
      await pass(100)
      expect(readFileSync(state, "utf8")).toContain("Soon there")
    })
    expect(readdirSync(folder).sort()).toEqual(["world.jsonl", "world.jsonl.lock"])
  })

  /** What a process that is killed now leaves. */
  function killed(): string {
    const copy = join(folder, "killed.jsonl")
    copyFileSync(state, copy)
    return copy
  }

  it("is in its file when its response arrives, whatever a request has changed", async () => {
    const options: MockServerOptions = { deliver: () => ({ status: 500, duration: 1 }) }
    const server = await start(options)
    const key = { Authorization: `Bearer ${server.apiKey}`, "Content-Type": "application/json" }
    const ask = (method: string, path: string, body?: object, headers = {}) =>
      server.fetch(path, { method, headers: { ...key, ...headers }, ...(body && { body: JSON.stringify(body) }) })
    const mail = { channel: "email", to: "a@example.test", subject: "Hi", body: "Half a pair \ud83d, \u2028" }
    const steps: (() => Promise<Response>)[][] = [
      [
        () => ask("POST", "/v1/my/webhooks", { url: "https://hooks.test/", events: ["email.sent"] }),
        () => ask("POST", "/v1/my/contacts", { email: "new@example.test" }),
        () => ask("POST", "/v1/my/lists", { name: "Gone" }),
      ],
      [
        () => ask("DELETE", "/v1/my/lists/2"),
        () => ask("POST", "/v1/my/messages", mail, { "Idempotency-Key": "once" }),
      ],
      [
        () => ask("POST", "/_mock/clock/advance", { by: "5m" }),
        () => ask("POST", "/_mock/faults", { path: "/v1/none", status: 503, times: 3 }),
      ],
      [
        () => ask("PUT", "/_mock/faults/profile", { name: "production", seed: 5 }),
        () => ask("POST", "/_mock/outcomes", { to: "*@example.test", outcome: "bounced", after: "2h" }),
        () => ask("POST", "/_mock/timers/1/postpone", { by: "1d" }),
        () => ask("POST", "/_mock/checkpoints", { name: "here" }),
        () => ask("POST", "/_mock/contacts", { count: 300 }),
      ],
      [
        () => ask("PUT", "/_mock/fixtures", { accounts: { shop: {} } }),
        () => ask("POST", "/v1/my/lists", { name: "A" }),
      ],
      [() => ask("POST", "/_mock/checkpoints/here/rewind")],
      [() => ask("POST", "/_mock/reset"), () => ask("POST", "/v1/my/lists", { name: "Last" })],
    ]
    for (const [at, group] of steps.entries()) {
      for (const step of group) {
        const response = await step()
        expect([at, response.ok || response.status === 404]).toEqual([at, true])
      }
      const again = await start({ ...options, state: killed() })
      expect(again.world.state.snapshot(), `after steps ${at}`).toEqual(server.world.state.snapshot())
      await again.close()
    }
  })

  it("is in its file when more has changed than is appended", { tags: "slow" }, async () => {
    const server = await start()
    await server.world.contacts.fill({ count: 25_000, prefix: "many" })
    await post(server, "/v1/my/contacts", { email: "after@example.test" })
    const again = await start({ state: killed() })
    expect(again.world.state.snapshot()).toEqual(server.world.state.snapshot())
  })

  it("keeps what is appended while the whole is written anew", async () => {
    const server = await start()
    let continueWriting: () => void = () => {}
    const { open } = fs.promises
    const opening = vi.spyOn(fs.promises, "open").mockImplementation(async (path, ...others) => {
      if (String(path).endsWith(".part"))
        await new Promise<void>((resolve) => {
          continueWriting = resolve
        })
      return open(path, ...others)
    })
    onTestFinished(() => opening.mockRestore())
    // More than a megabyte: the whole is written anew.
    for (const html of ["x", "y"]) await post(server, "/v1/my/templates", { name: html, html: html.repeat(900_000) })
    await until(() => expect(opening).toHaveBeenCalled())
    await post(server, "/v1/my/lists", { name: "Appended meanwhile" })
    const { ino } = statSync(state)
    continueWriting()
    opening.mockRestore()
    await until(() => expect(statSync(state).ino).not.toBe(ino))
    const again = await start({ state: killed() })
    expect(again.world.state.snapshot()).toEqual(server.world.state.snapshot())
  })

  it("is as at its last response when a killed process has left a part of a line", async () => {
    const server = await start()
    await post(server, "/v1/my/lists", { name: "Kept" })
    const before = server.world.state.snapshot()
    await post(server, "/v1/my/lists", { name: "Not answered" })
    const stateFile = killed()
    truncateSync(stateFile, statSync(stateFile).size - 20)
    expect((await start({ state: stateFile })).world.state.snapshot()).toEqual(before)
  })

  it.each<[string, (changes: string[]) => string[]]>([
    ["lacks changes between others", ([, ...others]) => others],
    ["has other changes", ([first = "", ...others]) => [first.replace("One", "Two"), ...others]],
    ["has a part of a line between others", ([first = "", ...others]) => [first.slice(0, 50), ...others]],
  ])("is refused when its file %s", async (_title, damage) => {
    const server = await start()
    for (const name of ["One", "Three", "Four"]) await post(server, "/v1/my/lists", { name })
    const lines = readFileSync(state, "utf8").split("\n")
    const from = lines.findIndex((line) => line.startsWith('{"changes"'))
    const stateFile = killed()
    writeFileSync(stateFile, [...lines.slice(0, from), ...damage(lines.slice(from))].join("\n"))
    await expect(start({ state: stateFile })).rejects.toThrow(/cannot be read: line \d+: /)
  })

  it("is not written again while nothing changes, whatever is read", async () => {
    const { hostClock, pass } = fakeHost(Date.UTC(2026, 2, 1))
    const server = await start({ hostClock, clock: "real" })
    const before = statSync(state)
    await get(server, "/v1/my/contacts")
    await pass(60_000)
    await server.close()
    expect(statSync(state)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
  })

  it("is readable only by its owner", async () => {
    await start()
    expect(statSync(state).mode & 0o777).toBe(0o600)
  })
})

describe("an unusable state file", () => {
  /** The lines of a valid file. */
  async function goodLines(): Promise<string[]> {
    await (await start()).close()
    return readFileSync(state, "utf8").split("\n")
  }

  it.each<[string, (lines: string[]) => string, RegExp]>([
    ["is empty", () => "", /its end is missing/],
    ["is not JSON", () => "hello\n", /line 1: .*not valid JSON/],
    ["is other JSON", () => '{"name":"x"}\n', /line 1: it is not a state of the mock server/],
    ["ends early", (lines) => lines.slice(0, 20).join("\n"), /its end is missing/],
    ["ends within a line", (lines) => lines.join("\n").slice(0, -25), /cannot be read/],
    ["lacks a line", (lines) => lines.toSpliced(5, 1).join("\n"), /it counts \d+ parts/],
    ["continues after its end", (lines) => `${lines.join("\n")}{}\n`, /is not expected there/],
    [
      "has another version",
      ([, ...lines]) => `{"format":"mas-mock-state","version":99}\n${lines.join("\n")}`,
      /line 1: it was written by another version of the mock server/,
    ],
    [
      "does not name its version",
      ([, ...lines]) => `{"format":"mas-mock-state"}\n${lines.join("\n")}`,
      /another version/,
    ],
    [
      "does not say when it was saved",
      (lines) => lines.join("\n").replace(/"saved_at":\d+/, '"saved_at":"then"'),
      /line 1: it does not say when it was saved/,
    ],
    ["holds null", (lines) => lines.toSpliced(3, 0, "null").join("\n"), /line 4: it is not expected there/],
    ["holds a line of another kind", (lines) => lines.toSpliced(3, 0, "{}").join("\n"), /line 4: it is not part of a/],
    [
      "has an unknown path",
      (lines) => lines.toSpliced(3, 0, '{"at":"x"}').join("\n"),
      /line 4: it is not part of a state/,
    ],
    [
      "contains an impossible world",
      (lines) => unsummed(lines.join("\n")).replace('"value":"frozen"', '"value":"melted"'),
      /clock.mode/,
    ],
  ])("%s: is refused and not changed", async (_title, damage, reason) => {
    const broken = damage(await goodLines())
    writeFileSync(state, broken)
    const refusal = await start().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StateFileError)
    expect(String(refusal)).toMatch(reason)
    expect(readFileSync(state, "utf8")).toBe(broken)
    expect(readdirSync(folder)).toEqual(["world.jsonl"])
  })

  it("is refused at the start if it cannot be written", async () => {
    state = join(folder, "missing/world.jsonl")
    await expect(start()).rejects.toThrow(/missing\/world\.jsonl cannot be (written|locked): ENOENT/)
  })

  it("is reported once when it can no longer be written, and the server continues", async () => {
    const { hostClock, pass } = fakeHost(Date.UTC(2026, 2, 1))
    const errors: string[] = []
    const server = await start({ hostClock, onStateError: ({ message }) => errors.push(message) })
    rmSync(folder, { recursive: true })
    expect((await post(server, "/v1/my/lists", { name: "Lost" })).status).toBe(201)
    await until(async () => {
      await pass(100)
      expect(errors).toEqual([expect.stringContaining("cannot be written")])
    })
    await pass(10_000)
    expect(errors).toHaveLength(1)
    await expect(server.close()).rejects.toThrow(StateFileError)
  })
})

describe("a damaged state file", () => {
  it("is refused wherever one byte is flipped, and not changed", { tags: "slow" }, async () => {
    await (await start()).close()
    const good = readFileSync(state)
    for (let at = 0; at < good.length; at += 97) {
      const bad = Buffer.from(good)
      bad[at] = (bad[at] ?? 0) ^ 1
      writeFileSync(state, bad)
      await expect(start(), `byte ${at}`).rejects.toThrow(StateFileError)
      expect(readFileSync(state).equals(bad)).toBe(true)
    }
    writeFileSync(state, good.toString().replace("Newsletter", "Newslettes"))
    await expect(start()).rejects.toThrow("its checksum does not match its lines")
  })

  it("is still read without a checksum if its version had none, and gets one", async () => {
    await (await start()).close()
    const text = readFileSync(state, "utf8")
    const before = unsummed(text)
    writeFileSync(state, text.replace(checksum, ""))
    await expect(start()).rejects.toThrow("its checksum")
    writeFileSync(state, before)
    await (await start()).close()
    expect(readFileSync(state, "utf8")).toMatch(checksum)
  })
})

describe.skipIf(process.platform === "win32")("the path of a state file", () => {
  it("is not changed if it is a link without a target", async () => {
    symlinkSync(join(folder, "nothing"), state)
    await expect(start()).rejects.toThrow(/link to a missing file/)
    expect(readlinkSync(state)).toBe(join(folder, "nothing"))
    expect(readdirSync(folder)).toEqual(["world.jsonl"])
  })

  it.each<[string, () => void]>([
    ["an endless device", () => symlinkSync("/dev/zero", state)],
    ["a folder", () => mkdirSync(state)],
  ])("is refused before it is read if there is %s", async (_what, make) => {
    make()
    const refusal = await start().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StateFileError)
    expect(String(refusal)).toContain("it is not a regular file")
    expect(readdirSync(folder)).toEqual(["world.jsonl"])
  })

  it("is refused if the file is larger than 4 GiB", async () => {
    writeFileSync(state, "")
    truncateSync(state, 4 * 1024 ** 3 + 1)
    await expect(start()).rejects.toThrow("it is larger than 4294967296 bytes")
  })

  it("is followed if it is a link to a file", async () => {
    const target = join(folder, "target.jsonl")
    await (await start({ state: target })).close()
    symlinkSync(target, state)
    const server = await start()
    await post(server, "/v1/my/lists", { name: "Behind a link" })
    await server.close()
    expect(lstatSync(state).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, "utf8")).toContain("Behind a link")
  })

  it("keeps other files there, and only leftovers of a killed write are removed", async () => {
    const precious = join(folder, "precious")
    writeFileSync(precious, "mine")
    symlinkSync(precious, `${state}.tmp`)
    writeFileSync(`${state}.${crypto.randomUUID()}.part`, "half")
    writeFileSync(`${state}.notes.part`, "mine too")
    await (await start()).close()
    expect(readFileSync(precious, "utf8")).toBe("mine")
    expect(readdirSync(folder).sort()).toEqual(["precious", "world.jsonl", "world.jsonl.notes.part", "world.jsonl.tmp"])
  })
})

describe("the lock of a state file", () => {
  it("is taken over from an earlier process with the same id, and where it names none", async () => {
    for (const owner of [process.pid, ""]) {
      writeFileSync(`${state}.lock`, String(owner))
      await (await start()).close()
      expect(readdirSync(folder)).toEqual(["world.jsonl"])
    }
  })

  it("keeps a second server out until the first has ended", async () => {
    const first = await start()
    await expect(start()).rejects.toThrow(new RegExp(`in use by the process ${process.pid}`))
    await first.close()
    await (await start()).close()
    expect(readdirSync(folder)).toEqual(["world.jsonl"])
  })

  it("is not taken from a live process that may not be signalled, only from one that does not exist", async () => {
    const ask = vi.spyOn(process, "kill")
    onTestFinished(() => ask.mockRestore())
    const refuse = (code: string) => () => {
      throw Object.assign(new Error(`kill ${code}`), { code })
    }
    writeFileSync(`${state}.lock`, "4194305")
    ask.mockImplementation(refuse("EPERM"))
    await expect(start()).rejects.toThrow("in use by the process 4194305")
    expect(readdirSync(folder)).toEqual(["world.jsonl.lock"])
    ask.mockImplementation(refuse("ESRCH"))
    await (await start()).close()
    expect(readdirSync(folder)).toEqual(["world.jsonl"])
  })

  it("is taken from a process that has ended, though its parent has not noticed", async () => {
    const { readFileSync: read } = fs
    const ask = vi.spyOn(process, "kill").mockReturnValue(true)
    const look = vi
      .spyOn(fs, "readFileSync")
      .mockImplementation((path, options) =>
        path === "/proc/4194305/stat" ? "4194305 (mas) Z 1" : read(path, options),
      )
    onTestFinished(() => {
      ask.mockRestore()
      look.mockRestore()
    })
    writeFileSync(`${state}.lock`, "4194305")
    await (await start()).close()
    expect(readdirSync(folder)).toEqual(["world.jsonl"])
  })

  it("is released if the port is already in use", async () => {
    const other = await startMockServer({ port: 0 })
    onTestFinished(() => other.close().catch(() => {}))
    await expect(start({ port: other.port })).rejects.toMatchObject({ code: "EADDRINUSE" })
    await start()
  })
})
