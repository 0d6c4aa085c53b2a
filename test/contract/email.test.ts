import { describe, expect, it } from "vitest"
import { mailboxKey, parseMailbox } from "../../sdk/contract/core/mailbox.ts"
import { Email } from "../../sdk/contract/core/shared.ts"
import { isEmail } from "../../sdk/contract/core/text-patterns.ts"

const fits = (text: string) => {
  const { success } = Email.safeParse(text)
  expect(isEmail(text)).toBe(success)
  return success
}

describe("an e-mail address", () => {
  it("has at most 254 characters, 64 of them before the @", () => {
    const local = "x".repeat(64)
    const domain = `${"y".repeat(63)}.${"z".repeat(63)}.${"w".repeat(56)}.test`
    expect(`${local}@${domain}`).toHaveLength(254)
    expect(fits(`${local}@${domain}`)).toBe(true)
    expect(fits(`${local}@y${domain}`)).toBe(false)
    expect(fits(`${local}x@acme.test`)).toBe(false)
  })

  it.each(["ada@bücher.example", "ada@例え.テスト", "ada@xn--bcher-kva.example", "ada@acme.xn--p1ai", "ADA@Acme.Test"])(
    "can be %s: a domain in any script, or in Punycode",
    (address) => {
      expect(fits(address)).toBe(true)
    },
  )

  it.each([
    "SRS0=HHH=TT=acme.test=ada@forward.test",
    "bounce+ada=acme.test@mail.test",
    "o'neil&co/x@acme.test",
    "!#$%*?^`{|}~@acme.test",
  ])("can be %s: all characters that are valid before the @", (address) => {
    expect(fits(address)).toBe(true)
  })

  it("has labels of at most 63 characters", () => {
    expect(fits(`ada@${"y".repeat(63)}.test`)).toBe(true)
    expect(fits(`ada@${"y".repeat(64)}.test`)).toBe(false)
  })

  it.each([
    "ada@acme-.test",
    "ada.@acme.test",
    "ada@acme",
    "ada@acme.1",
    "ada@-acme.test",
    "ada@a..test",
    "a..b@acme.test",
    ".a@acme.test",
    "a b@acme.test",
    "ada@ac me.test",
    "ada@acme\u3000.test",
    // The Kelvin sign, which is k in lower case.
    "\u212aate@acme.test",
    "ada@acme.test\n",
  ])("cannot be %j", (address) => {
    expect(fits(address)).toBe(false)
  })
})

describe("the key of a mailbox", () => {
  it.each([
    ["Ada@Acme.Test", "ada@acme.test"],
    ["ada@münchen.test", "ada@xn--mnchen-3ya.test"],
    ["ada@MÜNCHEN.test", "ada@xn--mnchen-3ya.test"],
    ["ada@mu\u0308nchen.test", "ada@xn--mnchen-3ya.test"],
    ["ada@ＡＣＭＥ.test", "ada@acme.test"],
    ["ada@straße.test", "ada@xn--strae-oqa.test"],
    [" ada@acme.test. ", "ada@acme.test"],
    ['"ada"@acme.test', "ada@acme.test"],
    ["*@*.münchen.test", "*@*.xn--mnchen-3ya.test"],
    ["+4915112345678", "+4915112345678"],
  ])("of %j is %s", (address, key) => expect(mailboxKey(address)).toBe(key))

  it.each([
    "v＠evil.test@acme.test",
    "v﹫evil.test@acme.test",
    "v％evil.test@acme.test",
    "evil.test！v@acme.test",
    "v٪evil.test@acme.test",
    "\u212aate@acme.test",
  ])("is none for %j, which readers may take for another mailbox", (address) =>
    expect(parseMailbox(address)).toBeUndefined(),
  )
})
