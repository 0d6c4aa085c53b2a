import { afterEach, beforeEach, describe, expect, it, onTestFinished, test, vi } from "vitest"
import { mockWorldFixture, useMockWorld, withMockWorld } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"

const mail = { channel: "email", to: "ana@example.test", subject: "Hello", body: "Hi" } as const

/** Sends two messages; returns how many there are then. */
async function sendTwo(mas: Mas): Promise<number | null> {
  await mas.messages.send(mail)
  await mas.messages.send(mail)
  return (await mas.messages.list()).totalCount
}

describe("useMockWorld", () => {
  const mock = useMockWorld({ beforeEach, afterEach })

  it.each([1, 2, 3])("gives each test its own world (%i)", async () => {
    expect(await sendTwo(new Mas(mock.clientOptions))).toBe(2)
    expect(mock.world.requests.list()).toHaveLength(3)
    expect(mock.world.clock.get().mode).toBe("frozen")
  })

  it("forwards to the running test's service, its fetch included", async () => {
    const { fetch } = mock
    const response = await fetch("/v1/my/account", { headers: { Authorization: `Bearer ${mock.apiKey}` } })
    expect([response.status, mock.url]).toEqual([200, "http://127.0.0.1:4010"])
  })
})

describe("useMockWorld over HTTP", () => {
  const mock = useMockWorld({ beforeEach, afterEach, http: true, clock: "real", now: "2026-03-01T12:00:00Z" })
  const urls: string[] = []

  it.each([1, 2])("listens on a free port, until the end of the test (%i)", async () => {
    const mas = new Mas(mock.clientOptions)
    expect(mock.clientOptions).not.toHaveProperty("fetch")
    expect(await sendTwo(mas)).toBe(2)
    expect(mock.world.clock.get()).toMatchObject({ mode: "real", now: expect.stringMatching(/^2026-03-01T12:00/) })
    await mas.close()
    const [before] = urls.splice(0, 1, mock.url)
    if (before !== undefined && before !== mock.url) await expect(fetch(before)).rejects.toThrow()
  })
})

describe("useMockWorld with explicit hooks", () => {
  /** Hooks that a test calls itself. */
  function hooks() {
    const before: (() => Promise<void>)[] = []
    const after: (() => Promise<void>)[] = []
    const run = async (list: (() => Promise<void>)[]) => {
      for (const hook of list) await hook()
    }
    return {
      beforeEach: (hook: () => Promise<void>) => before.push(hook),
      afterEach: (hook: () => Promise<void>) => after.push(hook),
      begin: () => run(before),
      end: () => run(after),
    }
  }

  it("throws if no test is running", async () => {
    const { begin, end, ...testHooks } = hooks()
    const mock = useMockWorld(testHooks)
    expect(() => mock.url).toThrow("No test is running")
    await begin()
    expect(mock.url).toBe("http://127.0.0.1:4010")
    await end()
    expect(() => mock.world).toThrow("No test is running")
  })

  it("throws if tests run concurrently, instead of mixing their worlds", async () => {
    const { begin, end, ...testHooks } = hooks()
    const mock = useMockWorld(testHooks)
    await Promise.all([begin(), begin()])
    expect(() => mock.world).toThrow("use withMockWorld")
    await Promise.all([end(), end()])
  })

  it("uses global hooks by default, as in Jest and Mocha", async () => {
    const { begin, end, ...testHooks } = hooks()
    for (const [name, hook] of Object.entries(testHooks)) vi.stubGlobal(name, hook)
    onTestFinished(() => void vi.unstubAllGlobals())
    const mock = useMockWorld()
    await begin()
    expect(await sendTwo(new Mas(mock.clientOptions))).toBe(2)
    await end()
  })

  it("explains what is missing if there are no global hooks", () => {
    expect(() => useMockWorld()).toThrow("useMockWorld({ beforeEach, afterEach })")
  })
})

describe("withMockWorld", () => {
  it.concurrent.each([1, 2, 3, 4])("gives each concurrent test its own world (%i)", () =>
    withMockWorld(async ({ clientOptions, world }) => {
      expect(await sendTwo(new Mas(clientOptions))).toBe(2)
      await world.advance("1d")
      expect(await sendTwo(new Mas(clientOptions))).toBe(4)
    })(),
  )

  it(
    "is a complete test, with options",
    withMockWorld(({ world }) => expect(world.clock.get().now).toBe("2030-01-01T00:00:00.000Z"), { now: "2030-01-01" }),
  )

  it("fails with its test, and closes the service even then", async () => {
    let url = ""
    const failing = withMockWorld(
      (service) => {
        url = service.url
        throw new Error("as expected")
      },
      { http: true },
    )
    await expect(failing()).rejects.toThrow("as expected")
    await expect(fetch(url)).rejects.toThrow()
  })

  it.each([
    [1, "one"],
    [2, "two"],
  ])(
    "passes the runner's arguments after the service (%i)",
    withMockWorld(({ world }, number: number, word: string) => {
      expect(`${world.clock.get().mode} ${number} ${word}`).toMatch(/^frozen (1 one|2 two)$/)
    }),
  )

  it("has no parameter, since Jest would wait for a callback, and Playwright would read its name", () => {
    const test = withMockWorld(({ world }, word: string) =>
      expect([world.clock.get().mode, word]).toEqual(["frozen", "x"]),
    )
    expect(test).toHaveLength(0)
    expect(String(test)).toMatch(/^async function ?\(\)/)
  })
})

describe("mockWorldFixture", () => {
  const testWithMock = test.extend({ mock: mockWorldFixture() })

  testWithMock.concurrent.for([1, 2, 3])(
    "gives each test that names it a world of its own (%i)",
    async (_, { mock }) => {
      expect(await sendTwo(new Mas(mock.clientOptions))).toBe(2)
    },
  )
})
