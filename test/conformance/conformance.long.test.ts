import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"
import { conformance } from "./main.ts"
import { type Changeable, type Passed, startProxy } from "./proxy.ts"

let server: MockServer

/** Timeout in milliseconds for some hundred sequential requests on a busy machine. */
const timeout = 300_000

/** Starts a service with some records. */
beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen", deliver: () => ({ status: 204, duration: 1 }) })
  const mas = new Mas(server.clientOptions)
  await mas.webhooks.create({ url: "https://hooks.example.com/x", events: ["email.sent"] })
  await mas.messages.send({ channel: "email", to: "bounced@simulator.test", subject: "Hello", body: "Hello" })
  await mas.events.track({ contact_id: 1, event: "placed" })
  await server.world.advance("1m")
})
afterAll(() => server.close())

/** A proxy in front of the service, which may change responses. */
async function front(change?: (response: Changeable, request: Passed) => void) {
  const proxy = await startProxy(server.url, change)
  onTestFinished(() => proxy.close())
  return proxy
}

async function lookAt(url: string, ...flags: string[]) {
  const lines: string[] = []
  const code = await conformance(["--base-url", url, "--key", server.apiKey, ...flags], {}, (line) => lines.push(line))
  const text = lines.join("\n")
  const failed = [...text.matchAll(/^FAIL {5}([\d.]+)/gm)].map(([, number]) => number)
  return { code, text, failed }
}

describe("the conformance checks", () => {
  it(
    "pass for the mock server over HTTP",
    async () => {
      const { code, text } = await lookAt(server.url, "--writes", "--public-key", "maspk_live_mock")
      expect(text.split("\n").filter((line) => !line.startsWith("pass "))).toEqual([
        expect.stringMatching(/^\d+ passed, 0 failed, 0 skipped; \d+ more rules/),
      ])
      expect(code).toBe(0)
    },
    timeout,
  )

  it(
    "send only GET and HEAD unless writes are allowed",
    async () => {
      const proxy = await front()
      const { code, text } = await lookAt(proxy.url)
      expect(new Set(proxy.requests.map(({ method }) => method))).toEqual(new Set(["GET"]))
      expect(code).toBe(0)
      expect(text).toMatch(/^skipped {2}23\.3 .* \(writes: --writes\)$/m)
    },
    timeout,
  )
})

const isRead = ({ method, url }: Passed, path: string) => method === "GET" && url.split("?")[0] === path

/** Faults, and the rule that each breaks. */
const planted: readonly (readonly [
  what: string,
  rule: string,
  change: (response: Changeable, request: Passed) => void,
])[] = [
  [
    "another status",
    "16.2",
    (response, request) => {
      if (isRead(request, "/v1/my/delivery/status") && response.status === 200) response.status = 202
    },
  ],
  [
    "a missing header",
    "36.1",
    (response, request) => {
      if (isRead(request, "/v1/my/lists")) response.headers.delete("x-total-pages")
    },
  ],
  [
    "an undocumented message status",
    "8.2",
    (response, request) => {
      if (isRead(request, "/v1/my/messages")) response.body[0].status = "bouncing"
    },
  ],
  [
    "a wrong page",
    "36.1",
    (response, request) => {
      if (isRead(request, "/v1/my/contacts") && request.url.includes("page=2"))
        response.body = [{ ...response.body[0], id: 1 }]
    },
  ],
  [
    "the type of a field",
    "1.1",
    (response, request) => {
      if (isRead(request, "/v1/my/templates/1")) response.body.version = "1"
    },
  ],
  [
    "an unmasked secret",
    "23.1",
    (response, request) => {
      if (request.url === "/v1/my/webhooks/1") response.body.secret = "whsec_c2VjcmV0LXNlY3JldA=="
    },
  ],
  [
    "the shape of an error",
    "35.1",
    (response) => {
      if (response.status === 404) response.body = { detail: "Not found" }
    },
  ],
  [
    "a missing check of credentials",
    "29.2",
    (response, request) => {
      if (request.url.startsWith("/v1/my/segments") && response.status === 401) response.status = 200
    },
  ],
]

describe("a faulty service", () => {
  it.each(planted)("fails the broken rule: %s", async (_what, rule, change) => {
    const proxy = await front(change)
    const { code, failed, text } = await lookAt(proxy.url, "--rule", rule)
    expect(failed, text).toEqual([rule])
    expect(code).toBe(1)
  })

  it("fails a rule about writes if writes are allowed", async () => {
    const number = "28.1"
    const proxy = await front((response, request) => {
      const isMerge = request.method === "POST" && request.url === "/v1/my/contacts" && response.status === 200
      if (isMerge) response.status = 201
    })
    expect((await lookAt(proxy.url, "--writes", "--rule", number)).failed).toEqual([number])
  })

  it("that echoes the key does not leak it into the report", async () => {
    const proxy = await front((response, request) => {
      const secretStatus = `${request.authorization} whsec_c2VjcmV0LXNlY3JldA==`
      if (isRead(request, "/v1/my/messages")) response.body[0].status = secretStatus
    })
    const { text } = await lookAt(proxy.url, "--rule", "8.2")
    expect(text).toContain("Bearer [key] whsec_[hidden]")
    expect(text).not.toMatch(/maskey_live_mock|c2VjcmV0/)
  })
})

describe("a check that cannot start", () => {
  const runCommand = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const lines: string[] = []
    const code = await conformance(args, env, (line) => lines.push(line))
    return [code, lines.join("\n")] as const
  }
  let page: Awaited<ReturnType<typeof startProxy>>
  beforeEach(async () => {
    page = await front((response) => {
      response.headers.set("content-type", "text/html")
    })
  })

  it("names the missing or invalid argument, and prints the usage", async () => {
    expect(await runCommand([])).toEqual([2, expect.stringMatching(/^There is no address.*--base-url.*\nUsage: /s)])
    expect(await runCommand(["--base-url", "ftp://x", "--key", "k"])).toEqual([
      2,
      expect.stringContaining("not ftp://x"),
    ])
    expect(await runCommand([], { MAS_BASE_URL: server.url })).toEqual([2, expect.stringMatching(/^There is no key/)])
    const all = ["--base-url", server.url, "--key", "k"]
    expect(await runCommand([...all, "--rule", "99.1"])).toEqual([2, expect.stringContaining("no rule 99.1")])
    expect(await runCommand(["--wirtes"])).toEqual([2, expect.stringContaining("--wirtes")])
  })

  it("names a missing brand as the cause, and accepts an address that ends in /v1", async () => {
    const all = ["--base-url", `${server.url}/v1/`, "--key", server.apiKey]
    const [code, output] = await runCommand([...all, "--brand", "nope"])
    expect([code, output]).toEqual([2, expect.stringMatching(/ answers nothing for the brand nope: 404 .*--brand/)])
    expect(await runCommand([...all, "--rule", "8.2"])).toEqual([0, expect.stringMatching(/^pass/)])
  })

  it("says if the service is unreachable, refuses the key, or is another one", async () => {
    const { url } = page
    await page.close()
    const silent = await runCommand(["--base-url", url, "--key", "k"])
    expect(silent).toEqual([
      2,
      expect.stringMatching(/does not respond GET \/v1\/my\/account: .*ECONNREFUSED.*Is the address right/),
    ])
    const env = { MAS_BASE_URL: server.url, MAS_API_KEY: "maskey_live_of-mine" }
    const refusal = await runCommand([], env)
    expect(refusal).toEqual([2, expect.stringMatching(/refuses the key: 401 .*MAS_API_KEY/)])
    expect(refusal[1]).not.toContain("of-mine")
    const other = await front((response) => response.headers.set("content-type", "text/html"))
    expect(await runCommand(["--base-url", other.url, "--key", server.apiKey])).toEqual([
      2,
      expect.stringContaining("no such service"),
    ])
  })
})
