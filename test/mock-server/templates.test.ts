import fc from "fast-check"
import { Liquid } from "liquidjs"
import { describe, expect, it } from "vitest"
import { loadLiquid } from "../../mock-server/resources/messages/liquid.ts"
import { messageDetail } from "../../mock-server/resources/messages/message-detail.ts"
import { preloads } from "../../mock-server/resources/preload.ts"
import { mock } from "../support/mock.ts"

const path = "/v1/my/templates"
const receipt = {
  name: "Receipt",
  subject: "Receipt {{ data.order }}",
  html: "<p>Thank you, {{ contact.first_name }}. {% for item in data.items %}{{ item.name }}, {% endfor %}</p>",
}

describe("a template", () => {
  it("is added at version 1 with its variable names [templates.create] [templates.get] [28.10]", async () => {
    const { call } = mock()
    const { status, body } = await call("POST", path, { body: receipt })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: 2,
      brand_id: 1,
      ...receipt,
      body: null,
      preheader: null,
      from_name: null,
      from_email: null,
      reply_to: null,
      version: 1,
      variables: ["data.order", "contact.first_name", "data.items"],
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-01T12:00:00.000Z",
    })
    expect((await call("GET", `${path}/2`)).body).toEqual(body)
  })

  it("without a name is 422 [28.10]", async () => {
    const { call } = mock()
    const response = await call("POST", path, { body: { subject: "x" } })
    expect(response).toMatchObject({ status: 422, body: { validation_errors: { name: ["is required"] } } })
  })

  it.each([
    ["subject", "{{ data.x"],
    ["html", "{% if data.x %}never closed"],
    ["body", "{{ data.x | no_such_filter }}"],
    ["preheader", "{% no_such_tag %}"],
  ])("whose %s is invalid Liquid is 422: %s [28.10]", async (field, text) => {
    const { call } = mock()
    const response = await call("POST", path, { body: { name: "x", [field]: text } })
    expect(response).toMatchObject({ status: 422, body: { validation_errors: { [field]: [expect.any(String)] } } })
    const update = await call("PATCH", `${path}/1`, { body: { [field]: text } })
    expect(update.status).toBe(422)
  })

  it("gets a new version with every change, and keeps omitted fields [templates.update] [28.10]", async () => {
    const { call, advance } = mock()
    await advance(1_000)
    const { status, body } = await call("PATCH", `${path}/1`, { body: { subject: "Hi {{ data.name }}", body: null } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: "Welcome",
      subject: "Hi {{ data.name }}",
      body: null,
      version: 2,
      variables: ["data.name", "contact.first_name"],
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-01T12:00:01.000Z",
    })
  })

  it("with a stale if_version is 409 template_version_conflict, and is not changed [28.10]", async () => {
    const { call } = mock()
    expect((await call("PATCH", `${path}/1`, { body: { name: "A", if_version: 1 } })).status).toBe(200)
    const stale = await call("PATCH", `${path}/1`, { body: { name: "B", if_version: 1 } })
    expect(stale).toMatchObject({ status: 409, body: { code: 409, error_code: "template_version_conflict" } })
    expect((await call("GET", `${path}/1`)).body).toMatchObject({ name: "A", version: 2 })
  })

  it("changed by many concurrent requests from one version is changed by only one", async () => {
    const { call } = mock()
    const change = (name: string) => call("PATCH", `${path}/1`, { body: { name, if_version: 1 } })
    const responses = await Promise.all(["A", "B", "C", "D"].map(change))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it("of another brand is 404", async () => {
    const { call } = mock()
    const headers = { "X-Brand-SID": "brand_second" }
    expect((await call("GET", `${path}/1`, { headers })).status).toBe(404)
    expect((await call("PATCH", `${path}/1`, { headers, body: { name: "x" } })).status).toBe(404)
    const test = await call("POST", `${path}/1/send_test`, { headers, body: { email: "ada@example.test" } })
    expect(test.status).toBe(404)
    expect((await call("GET", path, { headers })).body).toEqual([])
  })

  it("is listed with the others of its brand, in pages [templates.list] [28.10]", async () => {
    const { call } = mock()
    for (let i = 0; i < 3; i++) await call("POST", path, { body: { name: `T${i}` } })
    const { body, headers } = await call("GET", `${path}?per_page=3&page=2`)
    expect(body).toMatchObject([{ id: 4, name: "T2" }])
    expect(headers.get("x-total-count")).toBe("4")
  })
})

describe("a message from a template", () => {
  async function detailOf(m: ReturnType<typeof mock>, body: object) {
    const response = await m.call("POST", "/v1/my/messages", { body: { channel: "email", subject: "Hello", ...body } })
    expect(response.status).toBe(201)
    return messageDetail(m.world, response.body.id)
  }

  it("is rendered with the message's data and the brand's contact [22.9]", async () => {
    const m = mock()
    await m.call("POST", path, { body: receipt })
    const data = { order: 1001, items: [{ name: "Tea" }, { name: "Cup" }] }
    const subject = "Receipt {{ data.order }} for {{ contact.last_name }}"
    const detail = await detailOf(m, { to: "ADA@example.test", template_id: 2, subject, data })
    expect(detail).toMatchObject({
      subject: "Receipt 1001 for Lovelace",
      html: "<p>Thank you, Ada. Tea, Cup, </p>",
      text: "Thank you, Ada. Tea, Cup,",
      template_id: 2,
    })
  })

  it("has only the address of a recipient who is not a contact [22.9]", async () => {
    const m = mock()
    const html = "[{{ contact.first_name }}] {{ contact.email }}"
    expect(await detailOf(m, { to: "new@example.test", html })).toMatchObject({ html: "[] new@example.test" })
  })

  it("uses sender, reply address and preheader of the template, but prefers the message's own parts", async () => {
    const m = mock()
    await m.call("PATCH", `${path}/1`, { body: { preheader: "For {{ contact.first_name }}" } })
    const detail = await detailOf(m, { to: "ada@example.test", template_id: 1, html: "<b>Own</b>" })
    expect(detail).toMatchObject({
      from: "Acme <hello@acme.test>",
      reply_to: "inbox@acme.test",
      preheader: "For Ada",
      html: "<b>Own</b>",
      text: "Hello Ada, start here: https://acme.test/start",
    })
    const message = await detailOf(m, {
      to: "ada@example.test",
      template_id: 1,
      from: "inbox@acme.test",
      reply_to: "x@y.test",
    })
    expect(message).toMatchObject({ from: "inbox@acme.test", reply_to: "x@y.test" })
  })

  it("that is unknown, or of another brand, is 404 [22.9]", async () => {
    const { call } = mock()
    const body = { channel: "email", to: "ada@example.test", subject: "x", template_id: 1 }
    for (const [id, sid] of [
      [99, "brand_main"],
      [1, "brand_second"],
    ]) {
      const response = await call("POST", "/v1/my/messages", {
        body: { ...body, template_id: id },
        headers: { "X-Brand-SID": String(sid) },
      })
      expect(response).toMatchObject({ status: 404, body: { message: `Template ${id} not found` } })
    }
  })

  it("may be empty after rendering, but not without any content", async () => {
    const m = mock()
    expect(await detailOf(m, { to: "ada@example.test", html: "{{ data.nothing }}" })).toMatchObject({ html: "" })
    await m.call("POST", path, { body: { name: "Empty" } })
    const body = { channel: "email", to: "ada@example.test", subject: "x", template_id: 2 }
    const response = await m.call("POST", "/v1/my/messages", { body })
    expect(response).toMatchObject({ status: 422, body: { validation_errors: { template_id: [expect.any(String)] } } })
  })

  it("whose sender is not verified is 422", async () => {
    const { call } = mock()
    await call("PATCH", `${path}/1`, { body: { from_email: "someone@acme.test" } })
    const body = { channel: "email", to: "ada@example.test", subject: "x", template_id: 1 }
    const response = await call("POST", "/v1/my/messages", { body })
    expect(response).toMatchObject({ status: 422, body: { validation_errors: { template_id: [expect.any(String)] } } })
  })

  it("cannot inject a header line through its variables [22.10]", async () => {
    const m = mock()
    const data = { name: "x\r\nBcc: all@example.test" }
    expect(await detailOf(m, { to: "ada@example.test", html: "x", subject: "Hi {{ data.name }}", data })).toMatchObject(
      {
        subject: "Hi x Bcc: all@example.test",
      },
    )
  })
})

describe("a test send of a template", () => {
  const test = (m: ReturnType<typeof mock>, email: unknown, id = 1) =>
    m.call("POST", `${path}/${id}/send_test`, { body: { email } })

  it("goes to one address or several, each once, and reports the result for each [templates.sendTest] [28.11]", async () => {
    const m = mock()
    expect((await test(m, "ada@example.test")).body).toEqual({
      sent: 1,
      results: [{ email: "ada@example.test", success: true, status: "sent", error: null, message_id: 1 }],
    })
    const several = await test(m, ["ada@example.test", "failed@simulator.test", "ada@example.test"])
    expect(several.status).toBe(200)
    expect(several.body).toMatchObject({
      sent: 1,
      results: [
        { email: "ada@example.test", success: true, status: "sent" },
        { email: "failed@simulator.test", success: false, status: "failed", error: expect.any(String) },
      ],
    })
  })

  it("goes once to a mailbox that is written in several ways [28.11]", async () => {
    const { body } = await test(mock(), ["a@münchen.test", "A@x.test", "a@xn--mnchen-3ya.test", "a@X.test"])
    expect(body.results.map(({ email }: { email: string }) => email)).toEqual(["a@münchen.test", "A@x.test"])
  })

  it("leaves messages with the source type test [28.11]", async () => {
    const m = mock()
    await test(m, "ada@example.test")
    const { body } = await m.call("GET", "/v1/my/messages")
    expect(body).toMatchObject([{ source_type: "test", subject: "Welcome, Ada", status: "sent" }])
  })

  it("to a suppressed address fails [28.11]", async () => {
    const m = mock()
    await test(m, "bounced@simulator.test")
    expect((await test(m, "bounced@simulator.test")).body).toMatchObject({
      sent: 0,
      results: [{ success: false, error: expect.stringContaining("suppression list") }],
    })
  })

  it.each([[[]], ["nobody"], [["ada@example.test", "nobody"]], [undefined]])("to %j is 422", async (email) => {
    expect((await test(mock(), email)).status).toBe(422)
  })

  it("past the capacity is 429 as a whole, and sends nothing", async () => {
    const m = mock()
    const { plans } = m.world.tables
    const plan = plans.get(1)
    if (plan !== undefined) plans.update(plan, { recipient_caps: { probation: 2, standard: 2, trusted: 2 } })
    expect((await test(m, ["a@example.test", "b@example.test", "c@example.test"])).status).toBe(429)
    expect((await m.call("GET", "/v1/my/messages")).body).toEqual([])
    expect((await test(m, ["a@example.test", "b@example.test"])).body.sent).toBe(2)
  })

  it("without subject or content is 422", async () => {
    const m = mock()
    await m.call("POST", path, { body: { name: "No subject", html: "x" } })
    await m.call("POST", path, { body: { name: "No content", subject: "x" } })
    for (const [id, field] of [
      [2, "subject"],
      [3, "template_id"],
    ]) {
      const { status, body } = await test(m, "ada@example.test", Number(id))
      expect([status, Object.keys(body.validation_errors)]).toEqual([422, [field]])
    }
  })
})

describe("Liquid", () => {
  const scope = { data: { secret: "x" }, contact: {} }
  const now = Date.parse("2026-03-01T12:00:00.000Z")

  it("takes now from the world's time, in UTC", async () => {
    const engine = await loadLiquid()
    expect(engine.render("{{ 'now' | date: '%Y-%m-%d %H:%M %z' }}", scope, now)).toBe("2026-03-01 12:00 +0000")
    expect(engine.render("{{ 'today' | date: '%Y' }}", scope, 0)).toBe("1970")
  })

  it.each(
    Object.entries({
      "%F %T %R %D": "2026-01-02 07:08:09 07:08 01/02/26",
      "%c|%x|%X|%r": "Fri Jan  2 07:08:09 2026|01/02/26|07:08:09|07:08:09 AM",
      "%v|%+": " 2-JAN-2026|Fri Jan  2 07:08:09 UTC 2026",
      "%G-W%V-%u %g %C %w %j %U %W": "2026-W01-5 26 20 5 002 00 00",
      "%-d %e %_m %-V %l %k %-I %p %P": "2  2  1 1  7  7 7 AM am",
      "%^a %^B %#b %^c %12T %10d": "FRI JANUARY JAN FRI JAN  2 07:08:09 2026     07:08:09 0000000002",
      "%s %L %N %3N %z %:z %::z %Z": "1767337689 123 123000000 123 +0000 +00:00 +00:00:00 UTC",
      "%%F %% %Ey %Od %h%n%t": "%F % 26 02 Jan\n\t",
    }),
  )("formats a date by %s as strftime does", async (format, written) => {
    const engine = await loadLiquid()
    const data = { at: "2026-01-02T07:08:09.123Z", format }
    expect(engine.render("{{ data.at | date: data.format }}", { ...scope, data }, now)).toBe(written)
  })

  it.each([
    ["'2026-03-05T07:08:09+02:00' | date: '%T %z'", "07:08:09 +0200"],
    ["'2027-01-01' | date: '%G-W%V'", "2026-W53"],
    ["'soon' | date: '%F'", "soon"],
    ["'2026-03-05' | date: ''", "2026-03-05"],
    ["10 | divided_by: 4", "2"],
    ["10 | divided_by: 4.0", "2.5"],
    ["10.0 | divided_by: 4", "2.5"],
    ["'20' | divided_by: '7'", "2"],
    ["-7 | divided_by: 2", "-4"],
    ["20 | divided_by: 7.0", "2.857142857142857"],
    ["10 | times: 2 | divided_by: 8 | plus: 1.5", "3.5"],
    ["-7 | modulo: 3", "2"],
    ["183.357 | modulo: 12", "3.357"],
    ["0.1 | plus: 0.2", "0.3"],
    ["0.3 | minus: 0.1", "0.2"],
    ["'7' | minus: '2.5'", "4.5"],
    ["'3 items' | plus: 1", "4"],
    ["183.357 | round: 2", "183.36"],
    ["-2.5 | round", "-3"],
    ["'a' | sha256", "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"],
    ["'a' | hmac_sha256: 'k'", "78da91511e675587f5b9df78bedebaf5560da2abb88162ee875dcdf744951d9e"],
    ["data.missing | hmac_sha256", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"],
    ["'ab' | split: '' | sha256", "fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603"],
  ])("evaluates {{ %s }} as Liquid documents it", async (expression, result) => {
    const engine = await loadLiquid()
    expect(engine.render(`{{ ${expression} }}`, scope, now)).toBe(result)
  })

  it("evaluates every filter before it responds", async () => {
    const filters = Object.keys(new Liquid().filters)
    expect(filters.length).toBeGreaterThan(80)
    const engine = await loadLiquid()
    const texts = filters.flatMap((name) => ["", ": 1", ": '%F', 'b'"].map((args) => `{{ 'a' | ${name}${args} }}`))
    const written = texts.map((text) => {
      try {
        return engine.render(text, scope, now)
      } catch (error) {
        return String(error)
      }
    })
    expect(written.filter((text) => text.includes("Promise"))).toEqual([])
  })

  it.each(["1 | divided_by: 0", "1 | modulo: 0", "'now' | date: '%99999d'", "'now' | date: data.long"])(
    "refuses {{ %s }}",
    async (expression) => {
      const engine = await loadLiquid()
      const data = { long: "%V".repeat(1_000) }
      expect(() => engine.render(`{{ ${expression} }}`, { ...scope, data }, now)).toThrow(/divided by 0|too long/)
    },
  )

  it.each([
    ["messages.send", { template_id: 1 }, true],
    ["messages.send", { subject: "Receipt {{ data.order }}" }, true],
    ["messages.send", { subject: "Receipt", html: "<p>{% if true %}Hi{% endif %}</p>" }, true],
    ["messages.send", { subject: "Receipt", html: "<p>Hi</p>", data: { order: "{{ 1 }}" } }, false],
    ["templates.create", { name: "Receipt", body: "{{ data.order }}" }, true],
    ["templates.create", { name: "Receipt", body: "Hi" }, false],
    ["templates.update", { name: "The template that is there may be of Liquid" }, true],
    ["templates.sendTest", { email: "ada@example.test" }, true],
  ])("is loaded before %s handles %j: %s", (endpoint, body, isLoaded) => {
    expect(preloads[endpoint]?.(body) instanceof Promise).toBe(isLoaded)
  })

  it.each([
    "{% include '/etc/passwd' %}",
    "{% render '../package.json' %}",
    "{% layout 'package.json' %}",
    "{% for i in (1..1000000000) %}x{% endfor %}",
    "{% for i in (1..9999) %}{% for j in (1..9999) %}{{ i }}{% endfor %}{% endfor %}",
    "{% assign a = 'xxxxxxxxxxxxxxxx' %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}",
    "{% if true %}".repeat(100_000),
    `{{ ${"(".repeat(100_000)} }}`,
    "{% capture a %}{% for i in (1..1000) %}0123456789{% endfor %}{% endcapture %}{% for i in (1..9999) %}{{ a }}{% endfor %}",
  ])("refuses file access and expensive code: %.60s [22.9]", { tags: "slow" }, async (text) => {
    const engine = await loadLiquid()
    expect(() => engine.render(text, scope, now)).toThrow()
  })

  it("that is too expensive is 422 and not a failure of the service", async () => {
    const { call } = mock()
    const html = "{% for i in (1..1000000000) %}x{% endfor %}"
    const body = { channel: "email", to: "ada@example.test", subject: "x", html }
    const response = await call("POST", "/v1/my/messages", { body })
    expect(response).toMatchObject({ status: 422, body: { validation_errors: { html: [expect.any(String)] } } })
  })

  it.each([
    ["{{ a }}".repeat(130_000), "more than 2000 tags"],
    ["{% comment %}".repeat(70_000), "more than 2000 tags"],
    [`{% case a %}${"{% when 1 %}".repeat(2_000)}{% endcase %}`, "more than 2000 tags"],
    [`{{ a${".b".repeat(60_000)} }}`, "longer than 100000 characters"],
    ["{{ ".repeat(300_000), "longer than 100000 characters"],
  ])("that would be slow to parse is 422 before it is parsed: %.20s", async (html, reason) => {
    const { call } = mock()
    const body = { channel: "email", to: "ada@example.test", subject: "x", html }
    const { status, body: response } = await call("POST", "/v1/my/messages", { body })
    expect([status, response.validation_errors.html[0]]).toEqual([422, expect.stringContaining(reason)])
    expect((await call("POST", "/v1/my/templates", { body: { name: "x", html } })).status).toBe(422)
  })

  it("may be long, and have as many tags as a mail needs", async () => {
    const engine = await loadLiquid()
    const text = `${"<p>text</p>".repeat(50_000)}${"{{ data.a }}".repeat(1_999)}`
    expect(engine.render(text, { data: { a: "x" }, contact: {} }, now)).toMatch(/x{1999}$/)
  })

  it("can access only its scope [22.9]", async () => {
    const engine = await loadLiquid()
    const text = "{{ data.constructor }}{{ data.__proto__.x }}{{ process.env }}{{ contact.toString }}|"
    expect(engine.render(text, scope, now)).toBe("|")
  })

  it("either renders any text or reports what is wrong with it", async () => {
    const engine = await loadLiquid()
    const piece = fc.constantFrom(
      "{{",
      "}}",
      "{%",
      "%}",
      " if ",
      "endif",
      "for x in data",
      "| date",
      "'",
      "(",
      "..",
      "data.a",
      "-",
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (pieces) => {
        const text = pieces.join("")
        try {
          expect(engine.render(text, scope, now)).toBeTypeOf("string")
        } catch (error) {
          expect((error as Error).message).not.toBe("")
        }
      }),
    )
  })
})
