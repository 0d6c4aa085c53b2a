import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { createMockRoute, type MockRouteOptions } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"

const origin = "https://preview-7.example.test"

afterEach(() => vi.unstubAllEnvs())

const controlToken = "token-of-these-tests"
const withToken = { "X-MAS-Mock-Token": controlToken }

function mount(options: Partial<MockRouteOptions> = {}) {
  const route = createMockRoute({ prefix: "/mas", clock: "frozen", origin, controlToken, ...options })
  onTestFinished(() => route.close())
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    route(new Request(`${origin}${path}`, { headers: { ...withToken, ...headers } }))
  const mas = new Mas({
    ...route.clientOptions(origin),
    fetch: async (input, init) => route(new Request(input, init)),
  })
  return { route, get, mas }
}

const receipt = {
  channel: "email",
  to: "ada@example.test",
  subject: "Your receipt",
  html: "<p>Thank you!</p>",
} as const

describe("a mounted mock", () => {
  it("serves the API, the control API, the dashboard and the documents below its prefix", async () => {
    const { route, get, mas } = mount()
    const { id } = await mas.messages.send(receipt)
    expect(route.world.messages.get(id)).toMatchObject({ subject: "Your receipt" })
    expect(await (await get("/mas/_mock/messages")).json()).toMatchObject([{ id }])
    for (const path of ["/mas/_mock/", "/mas/docs/", "/mas/docs/api"]) {
      expect((await get(path)).headers.get("content-type"), path).toMatch(/^text\/html/)
    }
    expect((await get("/mas/v1/my/nothing")).status).toBe(404)
  })

  it("leaves compression to the app: Next.js would compress the dashboard a second time", async () => {
    const { get } = mount()
    const page = await get("/mas/_mock/", { "Accept-Encoding": "gzip, br" })
    expect(page.headers.get("content-encoding")).toBe(null)
    expect(await page.text()).toMatch(/^<!doctype html>/)
  })

  it("redirects a browser to the dashboard of the main world and of another", async () => {
    const { route, get } = mount()
    const { id } = route.world.worlds.create()
    const html = { Accept: "text/html" }
    for (const [path, location] of [
      ["/mas", "/mas/_mock/"],
      ["/mas/", "/mas/_mock/"],
      [`/mas/@${id}`, `/mas/@${id}/_mock/`],
    ] as const) {
      const { status, headers } = await get(path, html)
      expect([status, headers.get("location")], path).toEqual([303, location])
    }
  })

  it("accepts a path whose prefix the framework has removed", async () => {
    const { get } = mount()
    expect((await get("/_mock/health")).status).toBe(200)
    expect((await get("/masque/_mock/health")).status).toBe(404)
  })

  it("begins its links with the option origin, whatever host a request names", async () => {
    const { get } = mount({ prefix: "/dev/mas/" })
    const baseUrl = async (headers?: Readonly<Record<string, string>>) =>
      (await (await get("/dev/mas/_mock/world", headers)).json()).base_url
    expect(await baseUrl()).toBe(`${origin}/dev/mas`)
    for (const name of ["Host", "X-Forwarded-Host"]) {
      expect(await baseUrl({ [name]: "evil.test" }), name).toBe(`${origin}/dev/mas`)
    }
    const defaultRoute = createMockRoute({ prefix: "/mas", controlToken })
    onTestFinished(() => defaultRoute.close())
    expect(defaultRoute.clientOptions().baseUrl).toBe("http://localhost:3000/mas")
  })

  it("accepts control calls from its own pages, and from no other site", async () => {
    const { route } = mount()
    const reset = async (headers: Readonly<Record<string, string>>) =>
      (await route(new Request(`${origin}/mas/_mock/reset`, { method: "POST", headers: { ...withToken, ...headers } })))
        .status
    expect(await reset({ Origin: origin })).toBe(204)
    expect(await reset({ Origin: "https://evil.test" })).toBe(403)
    expect(await reset({ Origin: origin, "Sec-Fetch-Site": "cross-site" })).toBe(403)
  })

  it("refuses to enable webhooks to its own machine", async () => {
    const { route } = mount()
    const allow = new Request(`${origin}/mas/_mock/webhooks/allow_local`, { method: "POST", headers: withToken })
    expect((await route(allow)).status).toBe(403)
  })

  it("refuses production by default, and names the option that allows it", async () => {
    const { route, get } = mount()
    const allowed = mount({ allowProduction: true })
    // @ts-expect-error: a variable of the environment is text, of whatever meaning.
    const text = mount({ allowProduction: "false" })
    vi.stubEnv("NODE_ENV", "production")
    await expect(get("/mas/_mock/health")).rejects.toThrow("allowProduction: ")
    expect(() => route.clientOptions(origin)).toThrow("allowProduction: ")
    expect((await allowed.get("/mas/_mock/health")).status).toBe(200)
    expect(allowed.route.clientOptions(`${origin}/`)).toEqual({
      baseUrl: `${origin}/mas`,
      apiKey: "maskey_live_mock",
    })
    await expect(text.get("/mas/_mock/health")).rejects.toThrow("allowProduction: ")
  })

  it("explains what an origin and a token are if they are none", () => {
    const { route } = mount()
    for (const wrong of ["preview-7.example.test", "file:///srv", 5]) {
      // @ts-expect-error: such as VERCEL_URL, which has no scheme.
      expect(() => route.clientOptions(wrong), String(wrong)).toThrow("origin must be the address of the app")
      // @ts-expect-error
      expect(() => mount({ origin: wrong }), String(wrong)).toThrow("origin must be the address of the app")
    }
    for (const wrong of ["", "short", "sixteen letters; Path=/", 5]) {
      // @ts-expect-error: a variable of the environment may be anything.
      expect(() => mount({ controlToken: wrong }), String(wrong)).toThrow(
        "controlToken must have at least 16 characters",
      )
    }
  })

  it("refuses a prefix that is not a path, and unknown options", () => {
    for (const prefix of ["mas", "", "/mas?a=1", "/my mas", "//mas", "/a/../mas", "/mäs", undefined, 5]) {
      // @ts-expect-error: JavaScript hands over anything.
      expect(() => createMockRoute({ prefix }), String(prefix)).toThrow('prefix must be a path, such as "/mas"')
    }
    // @ts-expect-error: such as a path.
    expect(() => createMockRoute({ prefix: "/mas", load: "state.json" })).toThrow("load must be a function")
    // @ts-expect-error: its requests say what it is called.
    expect(() => createMockRoute({ prefix: "/mas", baseUrl: origin })).toThrow("baseUrl is not one of the options")
  })
})

describe("the state of a mounted mock", () => {
  it("is saved after a request that changed something, and restored in another instance", async () => {
    const saved: string[] = []
    const first = mount({ save: (state) => saved.push(state) })
    await first.get("/mas/_mock/world")
    expect(saved).toHaveLength(0)
    const { id } = await first.mas.messages.send(receipt)
    expect(saved).toHaveLength(1)
    const load = vi.fn(async () => saved.at(-1))
    const second = mount({ load, save: (state) => saved.push(state) })
    expect((await second.mas.messages.list()).items).toMatchObject([{ id, subject: "Your receipt" }])
    // Due work runs after the response, and is saved with the next request.
    await second.route.world.advance(0)
    await second.get("/mas/_mock/world")
    const settled = saved.length
    await second.get("/mas/_mock/world")
    expect([load.mock.calls.length, saved.length]).toEqual([1, settled])
    expect((await second.mas.messages.send(receipt)).id).toBe(id + 1)
    expect(saved).toHaveLength(settled + 1)
  })

  it("is saved even if a fault cuts the connection", async () => {
    const saved: string[] = []
    const { route, mas } = mount({ save: (state) => saved.push(state) })
    route.world.faults.add({ path: "/v1/my/messages", drop: "after", times: 1 })
    await expect(mas.messages.send(receipt, { maxRetries: 0 })).rejects.toThrow()
    expect(saved.at(-1)).toContain("Your receipt")
  })

  it("starts from the seed if none was saved", async () => {
    const { mas } = mount({ load: () => null })
    expect((await mas.messages.list()).items).toEqual([])
  })

  it("is saved by one call at a time, the newest last", async () => {
    const saved: string[] = []
    let isSaving = false
    const save = async (state: string) => {
      expect(isSaving).toBe(false)
      isSaving = true
      await new Promise((resolve) => setImmediate(resolve))
      isSaving = false
      saved.push(state)
    }
    const { mas } = mount({ save })
    await Promise.all(["One", "Two", "Three"].map((subject) => mas.messages.send({ ...receipt, subject })))
    for (const subject of ["One", "Two", "Three"]) expect(saved.at(-1)).toContain(`"${subject}"`)
  })

  it("that cannot be loaded or saved fails the request, and the next request retries", async () => {
    const load = vi.fn(() => undefined as string | undefined)
    const save = vi.fn()
    const { get, mas } = mount({ load, save })
    load.mockImplementationOnce(() => {
      throw new Error("no place")
    })
    await expect(get("/mas/_mock/world")).rejects.toThrow("no place")
    load.mockReturnValueOnce("{}\n")
    await expect(get("/mas/_mock/world")).rejects.toThrow("The state that load returned cannot be read: ")
    // @ts-expect-error: readFile without an encoding.
    load.mockReturnValueOnce(Buffer.from("{}"))
    await expect(get("/mas/_mock/world")).rejects.toThrow(
      "The state that load returned cannot be read: it is not a string",
    )
    save.mockRejectedValueOnce(new Error("full"))
    await expect(mas.messages.send(receipt, { maxRetries: 0 })).rejects.toThrow()
    await get("/mas/_mock/world")
    expect(save).toHaveBeenCalledTimes(2)
    expect(save.mock.lastCall?.[0]).toContain("Your receipt")
  })
})
