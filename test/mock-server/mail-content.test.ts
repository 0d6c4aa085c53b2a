import { describe, expect, it } from "vitest"
import { codesIn } from "../../mock-server/resources/messages/codes.ts"
import { linksInText, readMail } from "../../mock-server/resources/messages/read-mail.ts"
import { countScanned } from "../support/count-scanned.ts"
import { mock } from "../support/mock.ts"

describe("HTML as plain text", () => {
  it.each([
    ["<h1>Hello Ana</h1><p>Your code is <b>123456</b>.</p>", "Hello Ana\n\nYour code is 123456."],
    ["a<br>b<br><br>c<div>d</div><div><div>e</div></div>", "a\nb\n\nc\nd\ne"],
    ["<ul><li>Tea</li><li>Mate</ul>after", "- Tea\n- Mate\n\nafter"],
    ["<table><tr><td>Tea</td><td>4.00</td></tr><tr><td>Sum<td>4.00</table>", "Tea 4.00\nSum 4.00"],
    ["Tom&amp;Jerry &lt;3&nbsp;&#8364; 5", "Tom&Jerry <3 € 5"],
    ["  one \n  two\t<i> three</i> ", "one two three"],
    ["<pre>a\n  b</pre>c", "a\n  b\n\nc"],
    ['<a href="https://a.test/verify?x=1&amp;y=2">Verify</a> now', "Verify <https://a.test/verify?x=1&y=2> now"],
    ['<a href="https://a.test">https://a.test</a>', "https://a.test"],
    ['<a href="https://a.test/"><img src="cid:1" alt="Logo"></a>', "Logo <https://a.test/>"],
    ["<head><title>T</title><style>p{}</style></head><script>x</script><p>Hi", "Hi"],
    ['<div style="display: none; x">Preview<div>more</div></div><p hidden>no</p>Hi', "Hi"],
    ["<div style='Display:None'>&#847;&zwnj;</div>Hi&#847;&zwnj;", "Hi"],
    ["before<hr>after", "before\n\n----------\n\nafter"],
    ["<img hidden alt=no>a</p>b<template>c</template>", "a\n\nb"],
    ["", ""],
  ])("reads %s", (html, text) => {
    expect(readMail(html).text).toBe(text)
  })

  it("takes linear time, however broken the HTML", { tags: "slow" }, () => {
    for (const piece of ["<div>", "<a href=https://a.test>", "<template>", "<p hidden>", " ", "&amp;", "<pre> "]) {
      expect(readMail(piece.repeat(200_000)).text.length).toBeLessThan(6_000_000)
    }
  })

  it("lists each link once with its text, including those in hidden elements", () => {
    const { links } = readMail(
      '<a href="https://a.test/1">One</a><a href="https://a.test/1">One</a><a href="https://a.test/1">again</a>' +
        '<p style="display:none"><a href="https://a.test/2">trap</a></p><a href="mailto:a@a.test">mail</a>' +
        '<template><a href="https://a.test/3">no</a></template><a href="https://a.test/4">unclosed',
    )
    expect(links).toEqual([
      { url: "https://a.test/1", text: "One" },
      { url: "https://a.test/1", text: "again" },
      { url: "https://a.test/2", text: "" },
      { url: "https://a.test/4", text: "unclosed" },
    ])
  })

  it("finds the URLs in plain text without trailing punctuation", () => {
    const urls = linksInText(
      "See https://a.test/x?y=1. (Or http://b.test/) https://a.test/x?y=1, <https://c.test>",
    ).map(({ url }) => url)
    expect(urls).toEqual(["https://a.test/x?y=1", "http://b.test/", "https://c.test"])
  })
})

describe("one-time codes", () => {
  it.each([
    ["Your code is 123456", ["123456"]],
    ["123456 is your verification code.", ["123456"]],
    ["G-482913 is your verification code.", ["G-482913"]],
    ["Ref G-123456; your code: 4711", ["4711"]],
    ["Your code: 4 8 2 9 1 3", ["482913"]],
    ["Your code:\n4\n8\n2\n9\n1\n3", ["482913"]],
    ["Your code:\n482\n913\nis valid today", ["482913"]],
    ["Your code is 48\u200d29\u200d13", ["482913"]],
    ["Your code is 48 29 13", ["482913"]],
    ["Call 01 23 45 67 89 to confirm", []],
    ["Verify that you want\n1\n2\n3", []],
    ["Your login code:\n\nABCD-1234\n\nIt expires in 10 minutes, at 2026-03-01 12:10.", ["ABCD-1234"]],
    ["Enter this code to sign in:\n\n482 913", ["482913"]],
    ["Use it to log in:\n\nkx7f2a\n\n", ["kx7f2a"]],
    ["YOUR CODE IS WXYZ", ["WXYZ"]],
    ["Dein Anmeldecode lautet 558201", ["558201"]],
    ["Su código de verificación es 90210", ["90210"]],
    ["Order 100234: your verification code is 482913", ["482913"]],
    ["Your PIN 2026 is new", ["2026"]],
    ["Confirm by 2026 with code 8080", ["8080"]],
    ["Your code is 4711. Your code is 4711.", ["4711"]],
    ["Two codes: your PIN is 1111 and your code is 222222", ["1111", "222222"]],
    ["Thanks for your order 100234. You paid 4711.00 EUR on 2026-03-01.", []],
    ["Call +4915112345678 to confirm, or 030-1234567890", []],
    ["Verify: https://a.test/verify/123456?code=998877", []],
    ["Your code expires in 10 minutes", []],
    ["Use code at checkout, save $2000 or 1,000", []],
    ["The year 2026\n\n2026", []],
    ["", []],
  ])("in %j are %j", (text, codes) => {
    expect(codesIn(text).map(({ code }) => code)).toEqual(codes)
  })

  it.each([
    "<b>4</b><b>8</b><b>2</b><b>9</b><b>1</b><b>3</b>",
    "<span>482</span>&nbsp;<span>913</span>",
    "<table><tr><td>4</td><td>8</td><td>2</td><td>9</td><td>1</td><td>3</td></tr></table>",
    "<div>4</div><div>8</div><div>2</div><div>9</div><div>1</div><div>3</div>",
    "<p>482</p><p>913</p>",
    "48<wbr>29&zwj;13",
  ])("may be split over elements: %s", (html) => {
    const [code] = codesIn(readMail(`<p>Your code:</p>${html}`).text)
    expect(code?.code).toBe("482913")
  })

  it("have the surrounding words as context", () => {
    expect(codesIn("Hi Ana,\nenter this code to sign in:\n\n482 913\n\nBye")).toEqual([
      { code: "482913", context: "enter this code to sign in:" },
    ])
    expect(codesIn(`Your code is 4711. ${"x ".repeat(200)}`)[0]?.context).toHaveLength(160)
  })
})

describe("reading a mail takes work in proportion to its length", () => {
  const shapes = [
    "1234 ",
    "code 1234 ",
    "4 8 2 9 ",
    "ABCD-1234 ",
    "12 34 56 ",
    "code\n123456\n",
    "1\n",
    "A-",
    "https://a.test/ ",
  ]
  const readers = { codes: codesIn, links: linksInText, html: readMail }

  describe.each(Object.entries(readers))("for its %s", (_, read) => {
    it.each(shapes)("of %j", (shape) => {
      const [short, long] = [1_000, 4_000].map((count) => countScanned(() => read(shape.repeat(count))))
      expect(long).toBeLessThan(5 * (short ?? 0) + 1_000)
    })
  })

  it("which the count would show: one look at the whole line for each number", () => {
    const read = (line: string) => Array.from(line.matchAll(/\d+/g)).filter(() => /code/.test(line))
    const [short, long] = [1_000, 4_000].map((count) => countScanned(() => read("1234 ".repeat(count))))
    expect(long).toBeGreaterThan(15 * (short ?? Number.POSITIVE_INFINITY))
  })
})

const signIn = {
  channel: "email",
  to: "ana@example.test",
  subject: "Sign in",
  html: '<p>Your code is <b>482913</b>, or <a href="https://shop.test/verify?t=1">verify here</a></p>',
}

describe("a message in full", () => {
  it("has its HTML's text, its links with their state, and its codes", async () => {
    const { call, control } = mock()
    await call("POST", "/v1/my/messages", { body: signIn })
    await control.expect.message({ status: "sent" })
    expect(control.messages.get(1)).toMatchObject({
      text: "Your code is 482913, or verify here <https://shop.test/verify?t=1>",
      has_text_part: false,
      links: [{ url: "https://shop.test/verify?t=1", text: "verify here", fate: "not_clicked" }],
      codes: [{ code: "482913" }],
    })
    control.messages.event(1, { type: "clicked", bot: true })
    expect(control.messages.get(1).links[0]?.fate).toBe("clicked_by_bot")
    control.messages.event(1, { type: "clicked" })
    expect(control.messages.get(1).links[0]?.fate).toBe("clicked")
  })

  it("keeps a text part that was sent, an SMS too", async () => {
    const { call, control } = mock()
    await call("POST", "/v1/my/messages", { body: { ...signIn, body: "Code: 1234" } })
    await call("POST", "/v1/my/messages", {
      body: { channel: "sms", to: "+15550100", body: "Your code is 4711, https://a.test/x." },
    })
    expect(control.messages.get(1)).toMatchObject({
      text: "Code: 1234",
      has_text_part: true,
      codes: [{ code: "1234" }],
    })
    const { codes, links } = control.messages.get(2)
    expect([codes[0]?.code, links]).toEqual([
      "4711",
      [{ url: "https://a.test/x", text: "https://a.test/x", fate: "not_tracked" }],
    ])
  })
})

describe("world.expect.message by content", () => {
  it("returns the link's URL and the code, typed", async () => {
    const { call, control } = mock({ messageLatency: 60_000 })
    await call("POST", "/v1/my/messages", { body: { ...signIn, html: "<p>Nothing</p>" } })
    await call("POST", "/v1/my/messages", { body: signIn })
    await call("POST", "/v1/my/messages", { body: { ...signIn, html: "<p>Later</p>" } })
    const { id, link, code } = await control.expect.message({ to: signIn.to, link: /verify/, code: true })
    const typed: readonly [string, string] = [link, code]
    expect([id, ...typed]).toEqual([2, "https://shop.test/verify?t=1", "482913"])
    expect((await control.expect.message({ link: "verify *" })).link).toBe(link)
    expect((await control.expect.message({ link: true })).link).toBe(link)
    expect((await control.expect.message({ code: false })).id).toBe(3)
    // @ts-expect-error nobody asked for it
    expect((await control.expect.message({ to: signIn.to })).code).toBeUndefined()
  })

  it("names what the nearest message has instead", async () => {
    const { call, control } = mock()
    await call("POST", "/v1/my/messages", { body: { ...signIn, to: "ben@example.test" } })
    await call("POST", "/v1/my/messages", { body: { ...signIn, html: '<a href="https://a.test">x</a>' } })
    await expect(control.expect.message({ to: signIn.to, link: /verify/, code: true })).rejects.toThrow(
      'The nearest is message 2: link is ["https://a.test","x"], not /verify/; code is [], not true.',
    )
    await expect(control.expect.message({ subject: "No", code: true })).rejects.toThrow(
      'The nearest is message 2: subject is "Sign in", not "No".',
    )
    await expect(control.expect.nothingSent({ code: true })).rejects.toThrow("message 1 was sent")
    await control.expect.nothingSent({ to: signIn.to, code: true })
  })

  it("answers the same over HTTP", async () => {
    const { call, control } = mock()
    await call("POST", "/v1/my/messages", { body: signIn })
    await call("POST", "/v1/my/messages", { body: { ...signIn, html: "<p>Later</p>" } })
    const get = async (path: string) => (await control.fetch(`/_mock/messages${path}`)).json()
    expect(await get("/latest?code=true&link=*verify*")).toMatchObject({ id: 1, codes: [{ code: "482913" }] })
    expect(await get("?code=false")).toMatchObject([{ id: 2 }])
    expect(await get("/latest?code=true&to=b@example.test&timeout=0")).toMatchObject({ code: 408 })
  })
})
