import { describe, expect, it } from "vitest"
import { mintCredential } from "../../mock-server/resources/credentials/mint-credential.ts"
import { mock } from "../support/mock.ts"

describe("the popup's context", () => {
  it("names accounts, plans and the publishable key [oauth.me] [17.6]", async () => {
    const { status, body } = await mock().call("GET", "/v1/oauth/me", { as: "admin" })
    expect(status).toBe(200)
    expect(body.accounts).toEqual([
      {
        id: 1,
        name: "Acme",
        access: expect.objectContaining({ source: "membership", credential_type: "jwt" }),
        can_manage: true,
        needs_subscribe: false,
      },
    ])
    expect(body.plans[1]).toEqual({
      id: 2,
      name: "Starter",
      slug: "starter",
      base_price_cents: 2_900,
      interval: "month",
    })
    expect(body.payment_publishable_key).toMatch(/^pk_/)
  })

  it("reports that a member cannot manage the account", async () => {
    const { body } = await mock().call("GET", "/v1/oauth/me", { as: "member" })
    expect(body.accounts[0].can_manage).toBe(false)
  })

  it("accepts the session cookie and the JWT, and no other credential [29.16]", async () => {
    const { call, world } = mock()
    const { token } = mintCredential(world, { kind: "session_cookie", user_id: 3 })
    const withCookie = (cookie: string) => call("GET", "/v1/oauth/me", { key: null, headers: { Cookie: cookie } })
    expect((await withCookie(`theme=dark; mas_session=${token}`)).status).toBe(200)
    expect((await withCookie("mas_session=unknown")).status).toBe(401)
    expect((await withCookie(`other=${token}`)).status).toBe(401)
    expect((await call("GET", "/v1/oauth/me", { key: token })).status).toBe(401)
    expect((await call("GET", "/v1/oauth/me", { key: null })).status).toBe(401)
    expect((await call("GET", "/v1/oauth/me")).status).toBe(401)
  })
})

describe("taking a plan in the popup", () => {
  const subscribe = (body: object, as: "owner" | "member" = "owner") =>
    mock().call("POST", "/v1/oauth/subscribe", { as, body })

  it("puts the account on the plan and returns the next step [oauth.subscribe] [17.7]", async () => {
    const { call } = mock()
    const body = { plan_id: 2, account_id: null, payment_token: "tok_test" }
    expect((await call("POST", "/v1/oauth/subscribe", { as: "owner", body })).body).toEqual({ next_step: "connect" })
    const { billing, commercial_tier } = (await call("GET", "/v1/my/account")).body
    expect([billing.plan_name, commercial_tier]).toEqual(["Starter", "subscribed"])
  })

  it("needs no payment method for a free plan", async () => {
    expect((await subscribe({ plan_id: 1 })).status).toBe(200)
  })

  it.each([
    ["no plan", {}],
    ["an unknown plan", { plan_id: 99 }],
    ["a paid plan without a payment method", { plan_id: 2 }],
    ["a declined payment method", { plan_id: 2, payment_token: "tok_declined" }],
  ])("responds with 422 with an error text alone for %s [35.2]", async (_what, body) => {
    const response = await subscribe(body)
    expect(response.status).toBe(422)
    expect(response.body).toEqual({ error: expect.any(String) })
  })

  it("is 422 for a member, and for an inaccessible account [35.7]", async () => {
    for (const response of [
      await subscribe({ plan_id: 1 }, "member"),
      await subscribe({ plan_id: 1, account_id: 2 }),
      await subscribe({ plan_id: 1, account_id: 99 }),
    ]) {
      expect([response.status, response.body]).toEqual([422, { error: expect.stringContaining("account_id") }])
    }
  })

  it("is 422 for any invalid request, and 401 for any other credential [35.8]", async () => {
    const { call } = mock()
    const ask = (options: object, query = "") =>
      call("POST", `/v1/oauth/subscribe${query}`, { as: "owner", ...options })
    const asJson = { "Content-Type": "application/json" }
    for (const { status, body } of [
      await ask({ body: { plan_id: 1 } }, "?x=1"),
      await ask({ raw: "{", headers: asJson }),
      await ask({ raw: "plan_id=1" }),
      await ask({ raw: `"${"x".repeat(5 * 1024 * 1024)}"`, headers: asJson }),
    ]) {
      expect([status, body]).toEqual([422, { error: expect.any(String) }])
    }
    const byKey = await call("POST", "/v1/oauth/subscribe", { body: { plan_id: 1 } })
    expect([byKey.status, byKey.headers.get("www-authenticate")]).toEqual([401, "Bearer"])
  })
})

describe("launching a sign-in", () => {
  const launch = (service: ReturnType<typeof mock>, body: object) =>
    service.call("POST", "/v1/oauth/launch", { key: null, body })
  const agent = { provider: "github", auth_intent: "agent", resume_url: "https://app.acme.test/connect?client=1" }

  /** The launch page as text, and a function that posts its form like a browser. */
  async function open({ service }: ReturnType<typeof mock>, url: string) {
    const response = await service.fetch(new Request(url))
    const html = await response.text()
    const cookie = response.headers.get("set-cookie") ?? ""
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ""
    const ofBrowser = { "Sec-Fetch-Site": "same-origin" }
    const submit = (
      changes: Record<string, string>,
      cookies = cookie.split(";")[0] ?? "",
      others: object = ofBrowser,
    ) =>
      service.fetch(
        new Request(/action="([^"]*)"/.exec(html)?.[1] ?? "", {
          method: "POST",
          headers: { Cookie: cookies, ...others },
          body: new URLSearchParams({
            launch: field("launch"),
            authenticity_token: field("authenticity_token"),
            ...changes,
          }),
        }),
      )
    return { status: response.status, html, cookie, submit }
  }

  it("answers a URL on the API's own origin whose page posts to the provider's sign-in [oauth.launch] [17.8]", async () => {
    const service = mock()
    const { status, body } = await launch(service, { provider: "google_oauth2" })
    expect(status).toBe(200)
    expect(body.launch_url).toMatch(/^http:\/\/127\.0\.0\.1:4010\/oauth\/launch\/\w+$/)
    const { html } = await open(service, body.launch_url)
    expect(html).toContain('<form method="post" action="http://127.0.0.1:4010/auth/google_oauth2">')
  })

  it("is valid for ten minutes [17.8]", async () => {
    const service = mock()
    const { launch_url } = (await launch(service, { provider: "github" })).body
    await service.advance(10 * 60_000 - 1)
    expect((await open(service, launch_url)).status).toBe(200)
    await service.advance(1)
    expect((await open(service, launch_url)).status).toBe(410)
  })

  it.each([
    ["no provider", {}],
    ["an unknown provider", { provider: "other" }],
    ["an agent without a resume_url", { provider: "github", auth_intent: "agent" }],
    ["an agent with null for a resume_url", { ...agent, resume_url: null }],
    ["a resume_url outside the connect route", { ...agent, resume_url: "https://evil.test/steal" }],
    ["a resume_url that only resembles it", { ...agent, resume_url: "https://evil.test/?/connect" }],
    ["a resume_url with credentials", { ...agent, resume_url: "https://app.acme.test@evil.test/connect" }],
    ["a resume_url of another scheme", { ...agent, resume_url: "javascript:alert(1)//connect" }],
    ["an invalid resume_url, without an agent", { provider: "github", resume_url: "connect" }],
    ["an unknown intent", { provider: "github", auth_intent: "other" }],
    ["an unknown step", { provider: "github", auth_step: "other" }],
  ])("responds with 400 with an error text alone for %s [35.2]", async (_what, body) => {
    const response = await launch(mock(), body)
    expect(response.status).toBe(400)
    expect(response.body).toEqual({ error: expect.any(String) })
  })

  it("signs in once through its form, sets the session cookie and redirects to resume_url", async () => {
    const service = mock()
    const { submit } = await open(service, (await launch(service, agent)).body.launch_url)
    const response = await submit({ email: "member@acme.test" })
    expect([response.status, response.headers.get("location")]).toEqual([303, agent.resume_url])
    const cookie = response.headers.get("set-cookie") ?? ""
    expect(cookie).toMatch(/^mas_session=\w+; Path=\/; HttpOnly; SameSite=Lax$/)
    const { body } = await service.call("GET", "/v1/oauth/me", {
      key: null,
      headers: { Cookie: cookie.split(";")[0] ?? "" },
    })
    expect(body.accounts[0]).toMatchObject({ id: 1, can_manage: false })
    expect((await submit({ email: "member@acme.test" })).status).toBe(410)
  })

  it("is valid only in the browser that opened it: its form's token is a cookie there too", async () => {
    const service = mock()
    const mine = await open(service, (await launch(service, agent)).body.launch_url)
    const other = await open(service, (await launch(service, agent)).body.launch_url)
    expect(mine.cookie).toMatch(/^mas_sign_in_\w+=\w+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
    const email = "member@acme.test"
    for (const cookies of ["", other.cookie, "mas_sign_in=1", mine.cookie.replace(/=\w+/, "=")]) {
      const refusal = await mine.submit({ email }, cookies.split(";")[0])
      expect([refusal.status, await refusal.text()]).toEqual([422, expect.stringContaining("in this browser")])
      expect(refusal.headers.has("set-cookie")).toBe(false)
    }
    const elsewhere = await mine.submit({ email }, "", { Origin: "https://evil.example.com" })
    expect(elsewhere.status).toBe(422)
    // Both can be open in one browser.
    const both = [mine.cookie, "theme=dark", other.cookie].map((cookie) => cookie.split(";")[0]).join("; ")
    expect((await mine.submit({ email }, both)).status).toBe(303)
    expect((await other.submit({ email }, both)).status).toBe(303)
  })

  it("needs no cookie from a program, which is not exposed to forged forms", async () => {
    const service = mock()
    const { submit } = await open(service, (await launch(service, agent)).body.launch_url)
    expect((await submit({ email: "member@acme.test" }, "", {})).status).toBe(303)
  })

  it("is 400 for any invalid request [35.9]", async () => {
    const { call } = mock()
    const ask = (options: object, query = "") => call("POST", `/v1/oauth/launch${query}`, { key: null, ...options })
    for (const { status, body } of [
      await ask({ body: { provider: "github" } }, "?x=1"),
      await ask({ raw: "{", headers: { "Content-Type": "application/json" } }),
      await ask({ raw: "provider=github" }),
    ]) {
      expect([status, body]).toEqual([400, { error: expect.any(String) }])
    }
  })

  it("refuses a form without its token, and an unknown person who does not sign up [17.8]", async () => {
    const service = mock()
    const { submit } = await open(service, (await launch(service, agent)).body.launch_url)
    expect((await submit({ email: "member@acme.test", authenticity_token: "guess" })).status).toBe(422)
    expect((await submit({ email: "stranger@acme.test" })).status).toBe(401)
    const signup = await open(service, (await launch(service, { ...agent, auth_step: "signup" })).body.launch_url)
    expect((await signup.submit({ email: "stranger@acme.test" })).status).toBe(303)
    expect(service.world.tables.users.find("email", "stranger@acme.test")).toBeDefined()
  })

  it("reserves the address of a person who signed up there [17.10]", async () => {
    const service = mock()
    const { launch_url } = (await launch(service, { provider: "github", auth_step: "signup" })).body
    await (await open(service, launch_url)).submit({ email: "nina@acme.test" })
    const user = { email: "nina@acme.test", password: "of somebody else" }
    const { status, body } = await service.call("POST", "/v1/signup", { key: null, body: { user } })
    expect([status, body.validation_errors]).toEqual([422, { "user.email": ["is already taken"] }])
    expect(service.world.tables.accounts.size).toBe(4)
  })

  it("lets a named owner without a login only sign up, with their own account", async () => {
    const service = mock()
    const owner = { owner_email: "nia@newclient.test", owner_first_name: "Nia", account_name: "New Client" }
    await service.call("POST", "/v1/my/managed_accounts", {
      key: "maspc_live_mock",
      headers: { "Idempotency-Key": "k1" },
      body: { managed_account: owner },
    })
    const submit = async (auth_step: string) => {
      const { launch_url } = (await launch(service, { provider: "github", auth_step })).body
      return (await open(service, launch_url)).submit({ email: owner.owner_email })
    }
    expect((await submit("login")).status).toBe(401)
    const cookie = (await submit("signup")).headers.get("set-cookie")?.split(";")[0] ?? ""
    const { body } = await service.call("GET", "/v1/oauth/me", { key: null, headers: { Cookie: cookie } })
    expect(body.accounts).toMatchObject([{ name: "Nia", can_manage: true }])
    expect((await submit("login")).status).toBe(303)
  })
})
