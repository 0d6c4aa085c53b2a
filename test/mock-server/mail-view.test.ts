import { describe, expect, it } from "vitest"
import { readHtml } from "../../mock-server/base/read-html.ts"
import { readMail } from "../../mock-server/resources/messages/read-mail.ts"
import { mock } from "../support/mock.ts"

/** A mail as the dashboard shows it. */
async function rendered(html: string, scheme: "light" | "dark"): Promise<string> {
  const { call } = mock()
  const message = { channel: "email", to: "ada@example.test", from: "hello@acme.test", subject: "x", html }
  const { body } = await call("POST", "/v1/my/messages", { body: message })
  return (await call("GET", `/_mock/messages/${body.id}/html?scheme=${scheme}`)).body
}

const base = '<base target="_blank">'
const dark = "<style>:root { color-scheme: dark }</style>"

describe("a template as a mail", () => {
  const preview = (query: Readonly<Record<string, string>>, id = 1) =>
    mock().call("GET", `/_mock/templates/${id}/html?${new URLSearchParams({ scheme: "light", ...query })}`)

  it("is filled in for somebody, with samples", async () => {
    const { status, body } = await preview({})
    expect([status, body]).toEqual([200, expect.stringContaining("<p>Hello Ada,")])
    expect((await preview({ to: "grace@example.test" })).body).toContain("<p>Hello Grace,")
    expect((await preview({ to: "", data: JSON.stringify({ name: 1 }) })).body).toContain("<p>Hello Ada,")
  })

  it.each(["[]", "{", "null", "7"])("says that samples are not an object: %s", async (data) => {
    expect((await preview({ data })).body).toContain("The samples are not a JSON object.")
  })

  it("says why it cannot be sent", async () => {
    const { call } = mock()
    const body = { name: "Endless", subject: "Hi", html: "{% for a in (1..1000000000) %}x{% endfor %}" }
    const created = await call("POST", "/v1/my/templates", { body })
    const response = await call("GET", `/_mock/templates/${created.body.id}/html?scheme=light`)
    expect([created.status, response.body]).toEqual([201, expect.stringContaining("It cannot be sent: ")])
    expect((await preview({}, 99)).status).toBe(404)
  })
})

describe("a mail in the dashboard's frame", () => {
  it.each([
    ["text alone", `${base}text alone`],
    ["<!doctype html><p>x", `<!doctype html>${base}<p>x`],
    ["\n <!DOCTYPE html>\n<p>x", `\n <!DOCTYPE html>${base}\n<p>x`],
    ["<p>x<!doctype html>", `${base}<p>x<!doctype html>`],
    ['<a target="_top" href=x>', `${base}<a data-target="_top" href=x>`],
    ["<A TARGET=_self><area target = 'x'>", `${base}<A data-target=_self><area data-target = 'x'>`],
    ['<a title="a > b target=" target=_top>', `${base}<a title="a > b target=" data-target=_top>`],
    ["<p target=x>target=x</p>", `${base}<p target=x>target=x</p>`],
    [
      "<style>@media ( prefers-color-scheme : dark ) { p { color: red } }</style>",
      `${base}<style>@media (max-width: 0) { p { color: red } }</style>`,
    ],
    ["<style>:root { color-scheme: light dark }</style>", `${base}<style>:root { color-scheme: light }</style>`],
    ['<p style="color-scheme:dark light">', `${base}<p style="color-scheme: light">`],
    ['<source media="(prefers-color-scheme: light)">', `${base}<source media="(min-width: 0)">`],
    ["<p>(prefers-color-scheme: dark)</p>", `${base}<p>(prefers-color-scheme: dark)</p>`],
    ["<iframe><a target=_self></iframe>", `${base}<x-iframe><a data-target=_self></iframe>`],
    ["<li<link rel=x>", `${base}<li<x-link rel=x>`],
  ])("%j is shown in light as %j", async (html, expected) => {
    expect(await rendered(html, "light")).toBe(expected)
  })

  it.each([
    ['<meta name="color-scheme" content="light dark">', true],
    ["<META content='dark' name=supported-color-schemes>", true],
    ["<meta name=color-scheme content=light>", false],
    ["<meta name=description content='color-scheme: none'> dark", false],
    ["<!-- <meta name=color-scheme content=dark> -->", false],
    ["<p title='<meta name=color-scheme content=dark>'>", false],
  ])("with %j is known to support dark mode: %j", async (html, isKnown) => {
    expect((await rendered(html, "dark")).endsWith(dark)).toBe(isKnown)
    expect(await rendered(html, "light")).not.toContain(dark)
  })

  it("is shown in dark mode with its own dark styles", async () => {
    const html =
      "<style>@media (prefers-color-scheme: dark) { a {} } @media (prefers-color-scheme:light) { b {} }</style>"
    const expected = `${base}<style>@media (min-width: 0) { a {} } @media (max-width: 0) { b {} }</style>`
    expect(await rendered(html, "dark")).toBe(expected)
  })
})

describe("a mebibyte of one repeated piece of HTML", () => {
  const pieces = [
    "<meta color-scheme ",
    "<meta color-scheme>",
    "<a target",
    "<a ",
    "<a href='",
    '<a x="',
    "<i>",
    "</b>",
    "<!--",
    "<!",
    "<![CDATA[",
    "<title>",
    "<template>",
    "&#",
    "&amp",
    "<",
    " ",
    "(",
    "<style>(",
    "<p style=color-scheme:light  ",
  ]

  /** The number of characters that the parser reads. */
  function charactersRead(work: () => void): number {
    const realCharCodeAt = String.prototype.charCodeAt
    let count = 0
    // Not a spy, which would keep a million calls.
    String.prototype.charCodeAt = function (at) {
      count++
      return realCharCodeAt.call(this, at)
    }
    try {
      work()
    } finally {
      String.prototype.charCodeAt = realCharCodeAt
    }
    return count
  }

  it.each(pieces)("is read once: %j", { tags: "slow" }, (piece) => {
    const html = piece.repeat(Math.ceil(2 ** 20 / piece.length))
    expect(charactersRead(() => readHtml(html, {}))).toBeLessThan(3 * html.length)
    expect(charactersRead(() => readMail(html))).toBeLessThan(3 * html.length)
  })

  it("would be detected if it were read repeatedly", () => {
    const again = () => {
      for (let at = 0; at < 5; at++) readHtml("<a>".repeat(100), {})
    }
    expect(charactersRead(again)).toBeGreaterThan(3 * 300)
  })
})
