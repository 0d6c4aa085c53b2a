import { describe, expect, it } from "vitest"
import {
  isAllowedAddress,
  isNamed,
  readTarget,
  urlHint,
  urlRefusal,
} from "../../mock-server/resources/webhooks/address.ts"

const target = (url: string) => {
  const read = readTarget(url)
  if (read === undefined) throw new Error(`${url} is no URL`)
  return read
}

describe("the target of a webhook", () => {
  it.each([
    ["https://hooks.example.com/mas?x=1#y", "hooks.example.com", "https://hooks.example.com", "/mas?x=1"],
    ["https://hooks.example.com:8443", "hooks.example.com", "https://hooks.example.com:8443", "/"],
    ["http://[2606:4700::1]:3000/a", "2606:4700::1", "http://[2606:4700::1]:3000", "/a"],
    ["https://HOOKS.example.com../", "hooks.example.com", "https://hooks.example.com", "/"],
    ["https://127.1/", "127.0.0.1", "https://127.0.0.1", "/"],
  ])("is read from %s: host, origin and path", (url, host, origin, path) => {
    expect(readTarget(url)).toMatchObject({ host, origin, path })
  })

  it("is undefined for an invalid URL", () => {
    expect(readTarget("hooks.example.com")).toBeUndefined()
    expect(urlRefusal("hooks.example.com", true)).toBe("is not a URL")
    expect(urlHint("hooks.example.com")).toBeUndefined()
  })

  it.each(["localhost", "local", "localdomain", "internal", "intranet", "lan", "home.arpa"])(
    "is not public for names under %s, but is for similar names",
    (name) => {
      expect(urlRefusal(`https://shop.${name}/`, false)).toContain("public internet")
      expect(urlRefusal(`https://${name}.example.com/`, false)).toBeUndefined()
      expect(urlRefusal(`https://shop.my${name}/`, false)).toBeUndefined()
      expect(urlRefusal(`https://${name}/`, false)).toContain("public internet")
    },
  )

  it.each([
    ["http://localhost:3000/", "--local-webhooks"],
    ["https://[::1]/", "--local-webhooks"],
    ["https://10.0.0.1/", "--allow-webhooks-to HOST[:PORT]"],
    ["https://receiver/", "--allow-webhooks-to HOST[:PORT]"],
    ["http://hooks.example.com/", undefined],
  ])("has a hint with the option that allows it: %s, %s", (url, option) => {
    if (option === undefined) expect(urlHint(url)).toBeUndefined()
    else expect(urlHint(url)).toContain(option)
  })

  it.each([
    ["http://receiver/", "receiver", undefined, true],
    ["http://receiver:3000/", "receiver", undefined, true],
    ["http://receiver:3000/", "receiver", 3000, true],
    ["http://receiver:3001/", "receiver", 3000, false],
    ["http://receiver/", "receiver", 80, true],
    ["http://receiver/", "receiver", 443, false],
    ["https://receiver/", "receiver", 443, true],
    ["https://receiver/", "receiver", 80, false],
    ["http://other/", "receiver", undefined, false],
  ])("matches an allowed receiver or not: %s by %s, port %s: %s", (url, host, port, isMatch) => {
    const receivers = [
      { host: "elsewhere", port: undefined },
      { host, port },
    ]
    expect(isNamed(target(url), receivers)).toBe(isMatch)
    expect(urlRefusal(url, false, receivers) === undefined).toBe(isMatch)
    expect(isNamed(target(url), [])).toBe(false)
  })

  it.each([
    ["8.8.8.8", "https:", false, true],
    ["8.8.8.8", "http:", true, false],
    ["10.0.0.1", "https:", true, false],
    ["127.0.0.1", "http:", true, true],
    ["127.0.0.1", "https:", true, true],
    ["127.0.0.1", "https:", false, false],
    ["::1", "http:", true, true],
    ["::ffff:127.0.0.1", "http:", true, true],
  ])("is checked again on connection: %s by %s, local allowed %s: %s", (address, protocol, local, allowed) => {
    expect(isAllowedAddress(address, protocol, local)).toBe(allowed)
  })
})
