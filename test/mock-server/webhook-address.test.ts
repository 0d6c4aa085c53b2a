import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isLoopbackAddress, isPublicAddress, urlRefusal } from "../../mock-server/resources/webhooks/address.ts"

describe("a webhook URL", () => {
  it.each([
    "https://hooks.example.com/mas",
    "https://hooks.example.com:8443/mas?x=1#y",
    "https://hooks.example.com./",
    "https://münchen.example/",
    "https://8.8.8.8/",
    "https://[2606:4700:4700::1111]/",
    "HTTPS://HOOKS.EXAMPLE.COM/",
  ])("can be %s [36.6]", (url) => {
    expect(urlRefusal(url, false)).toBeUndefined()
  })

  it("can have an umlaut, however many came before [36.6]", () => {
    const refusals = Array.from({ length: 20_000 }, () => urlRefusal("https://münchen.example/", false))
    expect(refusals.filter((refusal) => refusal !== undefined)).toEqual([])
  })

  it.each(["http://hooks.example.com/", "ftp://hooks.example.com/", "file:///etc/passwd", "javascript:alert(1)"])(
    "cannot be %s: it must be HTTPS [36.6]",
    (url) => {
      expect(urlRefusal(url, false)).toBe("must begin with https://")
    },
  )

  it.each([
    "https://user:pass@hooks.example.com/",
    "https://user@hooks.example.com/",
    "https://:pass@hooks.example.com/",
  ])("cannot be %s: no credentials [36.6]", (url) => {
    expect(urlRefusal(url, false)).toContain("user name or password")
    expect(urlRefusal(url, true)).toContain("user name or password")
  })

  it.each([
    ["loopback", "127.0.0.1"],
    ["loopback anywhere in its network", "127.8.8.8"],
    ["loopback, short", "127.1"],
    ["loopback, in hexadecimal", "0x7f000001"],
    ["loopback, in octal", "0177.0.0.01"],
    ["loopback, in decimal", "2130706433"],
    ["loopback, in wide digits", "１２７.0.0.1"],
    ["loopback, percent-encoded", "%31%32%37.0.0.1"],
    ["loopback with a dot at the end", "127.0.0.1."],
    ["IPv6 loopback", "[::1]"],
    ["IPv6 loopback, written out", "[0:0:0:0:0:0:0:1]"],
    ["loopback, mapped into IPv6", "[::ffff:127.0.0.1]"],
    ["loopback, mapped, in hexadecimal", "[::ffff:7f00:1]"],
    ["loopback, in the old compatible form", "[::127.0.0.1]"],
    ["any address", "0.0.0.0"],
    ["any address, short", "0"],
    ["any IPv6 address", "[::]"],
    ["private 10/8", "10.1.2.3"],
    ["private 172.16/12", "172.31.255.255"],
    ["private 192.168/16", "192.168.1.1"],
    ["carrier NAT", "100.64.0.1"],
    ["link-local, with cloud metadata", "169.254.169.254"],
    ["documentation", "192.0.2.1"],
    ["benchmarks", "198.18.0.1"],
    ["multicast", "224.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["reserved", "240.0.0.1"],
    ["IPv6 link-local", "[fe80::1]"],
    ["IPv6 private", "[fd12:3456::1]"],
    ["IPv6 multicast", "[ff02::1]"],
    ["IPv6 documentation", "[2001:db8::1]"],
    ["a private address behind NAT64", "[64:ff9b::10.0.0.1]"],
    ["local NAT64", "[64:ff9b:1::808:808]"],
    ["6to4", "[2002:7f00:1::]"],
    ["Teredo", "[2001:0:4136:e378:8000:63bf:3fff:fdd2]"],
    ["a private address, mapped", "[::ffff:192.168.0.1]"],
    ["localhost", "localhost"],
    ["localhost in capitals with a dot", "LOCALHOST."],
    ["a name under localhost", "a.localhost"],
    ["a name without a dot", "intranet"],
    ["a local name", "printer.local"],
    ["an internal name", "metadata.google.internal"],
  ])("cannot point to %s: %s [36.6]", (_, host) => {
    expect(urlRefusal(`https://${host}/`, false)).toBe("must be an address on the public internet")
  })

  it.each(["127.0.0.1:3000", "localhost:3000", "[::1]:3000", "hooks.localhost", "127.1", "[::ffff:127.0.0.1]"])(
    "on this machine is accepted if local ones are allowed, with or without TLS: %s",
    (host) => {
      expect(urlRefusal(`http://${host}/`, true)).toBeUndefined()
      expect(urlRefusal(`https://${host}/`, true)).toBeUndefined()
    },
  )

  it.each(["10.0.0.1", "192.168.0.1", "169.254.169.254", "0.0.0.0", "[fd00::1]", "[64:ff9b::127.0.0.1]", "intranet"])(
    "not on this machine is refused even if local ones are allowed: %s",
    (host) => {
      expect(urlRefusal(`https://${host}/`, true)).toBe("must be an address on the public internet")
      expect(urlRefusal("http://hooks.example.com/", true)).toBe("must begin with https://")
    },
  )
})

describe("an address", () => {
  const v4 = fc.ipV4()
  const hex = (address: string) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  }

  it("is judged the same in all spellings of IPv4 within IPv6", () => {
    fc.assert(
      fc.property(v4, (address) => {
        const isPublic = isPublicAddress(address)
        for (const prefix of ["::ffff:", "0:0:0:0:0:FFFF:", "64:ff9b::", "64:ff9b:0:0:0:0:"]) {
          expect(isPublicAddress(prefix + address)).toBe(isPublic)
          expect(isPublicAddress(prefix + hex(address))).toBe(isPublic)
        }
        expect(isLoopbackAddress(`::ffff:${address}`)).toBe(address.startsWith("127."))
        expect(isPublicAddress(`::${address}`)).toBe(false)
      }),
    )
  })

  it("outside of 2000::/3 is never public, unless it embeds IPv4", () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        fc.pre(!/^(::ffff:|64:ff9b::|0+:|::)/i.test(address))
        if (!/^[23]/.test(address) || address.indexOf(":") < 4) expect(isPublicAddress(address)).toBe(false)
      }),
    )
  })

  it.each(["", "x", "1.2.3", "8.8.8.8.8", "::1%eth0", "fe80::1%eth0", "2606:4700::1%1"])(
    "that is invalid is not public: %j",
    (text) => {
      expect(isPublicAddress(text)).toBe(false)
    },
  )

  // Handwritten: first and last address, one inside, and the neighbours if they are public.
  it.each<[what: string, first: string, inside: string, last: string, neighbours?: readonly string[]]>([
    ["this network", "0.0.0.0", "0.1.2.3", "0.255.255.255", ["1.0.0.0"]],
    ["private 10/8", "10.0.0.0", "10.9.8.7", "10.255.255.255", ["9.255.255.255", "11.0.0.0"]],
    ["a carrier's NAT", "100.64.0.0", "100.100.1.2", "100.127.255.255", ["100.63.255.255", "100.128.0.0"]],
    ["loopback", "127.0.0.0", "127.1.2.3", "127.255.255.255", ["126.255.255.255", "128.0.0.0"]],
    ["link-local", "169.254.0.0", "169.254.1.2", "169.254.255.255", ["169.253.255.255", "169.255.0.0"]],
    ["private 172.16/12", "172.16.0.0", "172.20.1.2", "172.31.255.255", ["172.15.255.255", "172.32.0.0"]],
    ["protocol assignments", "192.0.0.0", "192.0.0.8", "192.0.0.255", ["191.255.255.255", "192.0.1.0"]],
    ["documentation 1", "192.0.2.0", "192.0.2.9", "192.0.2.255", ["192.0.1.255", "192.0.3.0"]],
    ["6to4 relays", "192.88.99.0", "192.88.99.1", "192.88.99.255", ["192.88.98.255", "192.88.100.0"]],
    ["private 192.168/16", "192.168.0.0", "192.168.7.8", "192.168.255.255", ["192.167.255.255", "192.169.0.0"]],
    ["benchmarks", "198.18.0.0", "198.19.1.2", "198.19.255.255", ["198.17.255.255", "198.20.0.0"]],
    ["documentation 2", "198.51.100.0", "198.51.100.9", "198.51.100.255", ["198.51.99.255", "198.51.101.0"]],
    ["documentation 3", "203.0.113.0", "203.0.113.9", "203.0.113.255", ["203.0.112.255", "203.0.114.0"]],
    ["multicast", "224.0.0.0", "233.1.2.3", "239.255.255.255", ["223.255.255.255"]],
    ["reserved, and broadcast", "240.0.0.0", "250.1.2.3", "255.255.255.255"],
    ["below public IPv6", "::", "fe9::1", `1fff${":ffff".repeat(7)}`, ["2000::"]],
    ["above public IPv6", "4000::", "fe80::1", `ffff${":ffff".repeat(7)}`, [`3fff${":ffff".repeat(7)}`]],
    [
      "protocol assignments of IPv6",
      "2001::",
      "2001:10::1",
      `2001:1ff${":ffff".repeat(6)}`,
      [`2000${":ffff".repeat(7)}`, "2001:200::"],
    ],
    [
      "documentation of IPv6",
      "2001:db8::",
      "2001:db8:1::1",
      `2001:db8${":ffff".repeat(6)}`,
      [`2001:db7${":ffff".repeat(6)}`, "2001:db9::"],
    ],
    ["6to4", "2002::", "2002:808:808::1", `2002${":ffff".repeat(7)}`, [`2001${":ffff".repeat(7)}`, "2003::"]],
    [
      "more documentation of IPv6",
      "3fff::",
      "3fff:abc::1",
      `3fff:fff${":ffff".repeat(6)}`,
      [`3ffe${":ffff".repeat(7)}`, "3fff:1000::"],
    ],
  ])("of %s is not public, from the first to the last", (_, first, inside, last, neighbours = []) => {
    expect([first, inside, last].filter(isPublicAddress)).toEqual([])
    expect(neighbours.filter((neighbour) => !isPublicAddress(neighbour))).toEqual([])
  })

  it("embeds IPv4 in exactly the two networks that carry it", () => {
    expect(["::ffff:808:808", "64:ff9b::808:808"].filter((address) => !isPublicAddress(address))).toEqual([])
    const beside = ["::fffe:808:808", "::1:0:808:808", "::1:ffff:808:808", "64:ff9b::1:808:808", "64:ff9a::808:808"]
    expect(beside.filter(isPublicAddress)).toEqual([])
  })

  it.each<[what: string, inside: readonly string[], beside: readonly string[]]>([
    ["IPv4", ["127.0.0.0", "127.255.255.255"], ["126.255.255.255", "128.0.0.0", "0.0.0.0"]],
    ["IPv6", ["::1", "0:0:0:0:0:0:0:1"], ["::", "::2", "1::1"]],
    ["IPv4 in IPv6", ["::ffff:127.0.0.1", "::ffff:7fff:ffff"], ["::ffff:8000:0", "64:ff9b::127.0.0.1"]],
  ])("is local: loopback of %s", (_, inside, beside) => {
    expect(inside.filter((address) => !isLoopbackAddress(address))).toEqual([])
    expect(beside.filter(isLoopbackAddress)).toEqual([])
  })
})
