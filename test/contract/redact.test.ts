import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { redactBody, redactHeaders, redactText, redactValue, secretsOf } from "../../sdk/contract/core/redact.ts"

describe("text for display", () => {
  it.each([
    ["maskey_live_mock and whsec_c2VjcmV0", "maskey_live_[redacted] and whsec_[redacted]"],
    ["Bearer eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2ln", "Bearer [redacted]"],
    ["/v1/my/account/invites/tok%2F1/accept", "/v1/my/account/invites/[redacted]/accept"],
    [
      "GET http://127.0.0.1/@7/v1/my/account/invites/tok/accept?x",
      "GET http://127.0.0.1/@7/v1/my/account/invites/[redacted]/accept?x",
    ],
    ["/v1/my/account/invites/{id}/accept", "/v1/my/account/invites/{id}/accept"],
    ["/v1/my/account/invites/7", "/v1/my/account/invites/7"],
    ["?password=a%20b&page=2&my-api-key=c", "?password=[redacted]&page=2&my-api-key=[redacted]"],
    ["the token of page 2", "the token of page 2"],
  ])("%s becomes %s", (text, redacted) => {
    expect(redactText(text)).toBe(redacted)
  })

  it("has no password of a URL", () => {
    expect(redactText("to https://ada:s3same@a.test/x?y=1 and http://a.test:80/@b, ftp://:p@c")).toBe(
      "to https://ada:[redacted]@a.test/x?y=1 and http://a.test:80/@b, ftp://:[redacted]@c",
    )
  })

  it("has no secret of its request, in any form", () => {
    const password = fc.string({ minLength: 4 }).filter((text) => !"[redacted]".includes(text))
    fc.assert(
      fc.property(password, fc.string({ unit: fc.constantFrom(" ", ":", "\n") }), (secret, between) => {
        const secrets = secretsOf({ path: "/v1/login", headers: {}, body: { user: { password: secret } } })
        const forms = [secret, JSON.stringify(secret), encodeURIComponent(secret)]
        const redacted = redactText(forms.join(between), secrets)
        for (const text of forms) expect(redacted.replaceAll("[redacted]", "")).not.toContain(text)
      }),
    )
  })

  it("has no secret that cannot be encoded", () => {
    const secret = "half a pair: \ud83d"
    const secrets = secretsOf({ path: "/v1/login", headers: {}, body: { password: secret } })
    expect(redactText(`It was ${secret}.`, secrets)).toBe("It was [redacted].")
  })

  it("has no secret of its request in base64, whatever stands beside it", () => {
    const key = fc.string({ minLength: 9, unit: "binary" }).filter((text) => !/[\ud800-\udfff]/.test(text))
    fc.assert(
      fc.property(key, fc.string(), fc.string(), (secret, before, after) => {
        const secrets = secretsOf({ path: "/v1/my/account", headers: { Authorization: `Bearer ${secret}` } })
        for (const encoding of ["base64", "base64url"] as const) {
          const text = Buffer.from(before + secret + after).toString(encoding)
          const redacted = redactText(`Basic ${text}`, secrets)
          expect(redacted).toContain("[redacted]")
          // At most the characters that it shares with its neighbours are left.
          const others = (Buffer.byteLength(before) * 8) / 6 + (Buffer.byteLength(after) * 8) / 6
          expect(redacted.replace("Basic ", "").replaceAll("[redacted]", "").length).toBeLessThanOrEqual(others + 6)
        }
      }),
    )
  })

  it("searches once for a secret whose forms are equal, however often it was sent", () => {
    const headers = { Authorization: "Bearer maskey_live_mock", "X-Api-Key": "maskey_live_mock" }
    const secrets = secretsOf({ path: "/v1/my/account", headers, others: ["maskey_live_mock"] })
    expect(secrets.filter((form) => form === "maskey_live_mock")).toHaveLength(1)
    expect(new Set(secrets).size).toBe(secrets.length)
  })
})

describe("a value for display", () => {
  it("has no strings below a secret field, at any depth, and all else unchanged", () => {
    const body = { user: { password: "x", codes: [1, "a"] }, token: { list: ["y"], count: 2 }, Authorization: "z" }
    expect(redactValue(body)).toEqual({
      user: { password: "[redacted]", codes: [1, "a"] },
      token: { list: ["[redacted]"], count: 2 },
      Authorization: "[redacted]",
    })
  })

  it("keeps dates of a secret's lifecycle, and nothing else in such a field", () => {
    const dates = {
      old_secret_until: "2026-03-01T13:00:00.000Z",
      token_expires_at: "2026-03-01T13:00:00Z",
      password_changed_at: "2026-03-01",
      apiKey: { rotated_on: "2026-03-01", valid_until: "2026-03-01T13:00:00+01:00" },
    }
    expect(redactValue({ secret: "s3cr", ...dates })).toEqual({ secret: "[redacted]", ...dates })
    expect(redactBody(JSON.stringify(dates))).toEqual(dates)
    const hidden = { old_secret_until: "s3cr3t", secret_at: "2026", secret: "2026-03-01T13:00:00Z", tokens_at: ["x"] }
    expect(redactValue(hidden)).toEqual({
      old_secret_until: "[redacted]",
      secret_at: "[redacted]",
      secret: "[redacted]",
      tokens_at: ["[redacted]"],
    })
    expect(redactText("?token_expires_at=2026-03-01T13%3A00%3A00Z&token=2026-03-01")).toBe(
      "?token_expires_at=2026-03-01T13%3A00%3A00Z&token=[redacted]",
    )
    const path = "/x?secret_until=2026-03-01&secret=s3cr3t"
    expect(secretsOf({ path, headers: {}, body: dates })).toEqual(["s3cr3t"])
  })

  it("keeps validation errors of a secret field", () => {
    const refusal = { validation_errors: { password: ["is too short"] } }
    expect(redactValue(refusal)).toEqual(refusal)
  })

  it("is redacted text if it is not JSON", () => {
    expect(redactBody('{"secret":"s"}')).toEqual({ secret: "[redacted]" })
    expect(redactBody("{maskey_live_mock")).toBe("{maskey_live_[redacted]")
  })

  it("has headers without credentials, ours or other services'", () => {
    const headers = {
      Authorization: "Basic x",
      cookie: ["a=1", "b=2"],
      "X-Api-Key": "k",
      Accept: ["a", "b"],
      none: undefined,
    }
    expect(redactHeaders(headers)).toEqual({
      Authorization: "[redacted]",
      cookie: "[redacted]",
      "X-Api-Key": "[redacted]",
      Accept: "a,b",
    })
  })
})
