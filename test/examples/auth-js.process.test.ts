import { Auth, type AuthConfig } from "@auth/core"
import type { Adapter, AdapterUser, VerificationToken } from "@auth/core/adapters"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { ensureBuilt } from "../../scripts/lib/build.mjs"
import { Mas } from "../../sdk/index.ts"

// The example imports the built package.
let authJsProvider: typeof import("../../examples/mail-libraries/auth-js.ts").authJsProvider
beforeAll(async () => {
  await ensureBuilt()
  authJsProvider = (await import("../../examples/mail-libraries/auth-js.ts")).authJsProvider
})

const origin = "https://shop.example.test"

/** A database of users and tokens that lasts for one test. */
function memoryAdapter(): Adapter {
  const users: AdapterUser[] = []
  const tokens: VerificationToken[] = []
  return {
    createUser: (user) => {
      users.push(user)
      return user
    },
    getUser: (id) => users.find((user) => user.id === id) ?? null,
    getUserByEmail: (email) => users.find((user) => user.email === email) ?? null,
    updateUser: (change) => Object.assign(users.find(({ id }) => id === change.id) ?? {}, change) as AdapterUser,
    createVerificationToken: (token) => {
      tokens.push(token)
      return token
    },
    useVerificationToken: ({ token }) => {
      const at = tokens.findIndex((storedToken) => storedToken.token === token)
      return at < 0 ? null : (tokens.splice(at, 1)[0] ?? null)
    },
  } as Adapter
}

/** An app with Auth.js, and a browser that keeps its cookies. */
function prepare() {
  const service = createMockService({ clock: "frozen" })
  onTestFinished(() => service.close())
  const config: AuthConfig = {
    adapter: memoryAdapter(),
    providers: [authJsProvider(new Mas(service.clientOptions))],
    secret: "a secret of this test",
    session: { strategy: "jwt" },
    trustHost: true,
    basePath: "/auth",
    logger: { error: () => {} },
  }
  const cookies = new Map<string, string>()
  const visit = async (path: string, form?: Record<string, string>) => {
    const headers = { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }
    const body = form && new URLSearchParams(form)
    const response = await Auth(
      new Request(new URL(path, origin), { headers, ...(body && { method: "POST", body }) }),
      config,
    )
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = cookie.split(";", 1)[0]?.split(/=(.*)/) ?? []
      cookies.set(name, value)
    }
    return response
  }
  const askForLink = async (email: string) => {
    const { csrfToken } = await (await visit("/auth/csrf")).json()
    return visit("/auth/signin/mas", { email, csrfToken })
  }
  return { world: service.world, visit, askForLink }
}

describe("Auth.js", () => {
  it("signs a person in by the link in the mail", async () => {
    const { world, visit, askForLink } = prepare()
    await askForLink("ada@example.test")
    const mail = await world.expect.message({ to: "ada@example.test", link: /callback/, clean: true })
    expect(mail.subject).toBe("Sign in at shop.example.test")
    await visit(mail.link)
    const session = await (await visit("/auth/session")).json()
    expect(session.user.email).toBe("ada@example.test")
  })

  it("makes the idempotency key from the token, without revealing it", async () => {
    const { world, askForLink } = prepare()
    await askForLink("ada@example.test")
    await askForLink("ada@example.test")
    const mails = world.messages.list().map(({ id }) => world.messages.get(id))
    const tokens = mails.map(({ links }) => new URL(String(links[0]?.url)).searchParams.get("token") ?? "")
    const keys = world.requests.list({ method: "POST" }).map(({ idempotency_key }) => idempotency_key)
    expect(new Set(tokens).size).toBe(2)
    expect(new Set(keys).size).toBe(2)
    for (const key of keys) expect(key).toMatch(/^sign-in-[\w-]+$/)
    for (const token of tokens) expect(keys.join()).not.toContain(token)
  })

  it("shows its error page if the service refuses", async () => {
    const { world, askForLink } = prepare()
    world.faults.add({ path: "/v1/my/messages", status: 403 })
    const { headers } = await askForLink("ada@example.test")
    expect(headers.get("location")).toMatch(/error/)
  })
})

it.each(["ana@x.test <eve@evil.test>", "Ana <ana@x.test>", "ana@x.test, eve@evil.test", '"ana@x.test', "ana"])(
  "sends no link to %j, which is not one bare address",
  async (identifier) => {
    const service = createMockService({ clock: "frozen" })
    onTestFinished(() => service.close())
    const provider = authJsProvider(new Mas(service.clientOptions))
    const request = { identifier, url: "https://shop.example.test/in", token: "t" }
    await expect(provider.sendVerificationRequest(request)).rejects.toThrow("to must be one address without a name")
    expect(service.world.messages.list()).toEqual([])
  },
)
