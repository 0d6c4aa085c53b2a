import { describe, expect, it } from "vitest"
import { checkClock, checkProfile, checkVersions } from "../../cli/commands/doctor/checks.ts"
import type { Profile } from "../../cli/connection/profile/profile.ts"
import { CliError } from "../../cli/terminal/errors/cli-error.ts"
import { version } from "../../sdk/base/version.ts"
import { Home } from "./own/run.ts"

const ok = { result: "ok", fix: null, exitCode: 0 }

describe("the version check", () => {
  it.each(["v20.19.0", "20.20.1", "22.0.0", "v100.0.0"])("accepts Node.js %s", (node) => {
    expect(checkVersions(node)).toEqual({
      ...ok,
      check: "versions",
      detail: `mas ${version} on Node.js ${node.replace("v", "")}`,
    })
  })

  it.each(["v20.18.3", "19.99.0", "v18.0.0", ""])("reports Node.js %s as too old", (node) => {
    expect(checkVersions(node)).toMatchObject({
      ...{ result: "problem", fix: "Use Node.js 20.19 or newer.", exitCode: 1 },
    })
  })
})

describe("the profile check", () => {
  const profile: Profile = {
    ...{
      name: "live",
      baseUrl: "https://api.test",
      apiKey: "k",
      token: undefined,
      brand: undefined,
      account: undefined,
    },
    ...{ credentialFrom: "profile live", baseUrlFrom: "MAS_BASE_URL" },
  }
  const look = (changes: Partial<Profile>) => checkProfile({ ...profile, ...changes })
  const problem = { check: "profile", result: "problem" }

  it("reports the address, the credential and their sources", () => {
    expect(look({})).toEqual({
      ...ok,
      check: "profile",
      detail: "https://api.test (MAS_BASE_URL), API key (profile live)",
    })
    expect(look({ apiKey: undefined, token: "t" })).toMatchObject({
      ...ok,
      detail: "https://api.test (MAS_BASE_URL), session (profile live)",
    })
  })

  it("reports missing settings, in the order in which they are needed", () => {
    const withheld = new CliError("MAS_API_KEY is empty", 3, { hint: "Set it." })
    const none = { apiKey: undefined, withheld }
    expect(look({ ...none, baseUrl: undefined })).toEqual({
      ...{ ...problem, detail: "no address of a service is known" },
      ...{ fix: "Run mas login, or use --profile mock.", exitCode: 2 },
    })
    expect(look(none)).toEqual({ ...problem, detail: "MAS_API_KEY is empty", fix: "Set it.", exitCode: 3 })
    expect(look({ withheld: new CliError("no", 2) })).toMatchObject({ fix: "", exitCode: 2 })
    expect(look({ apiKey: undefined })).toEqual({
      ...{ ...problem, detail: "https://api.test (MAS_BASE_URL), but no credential" },
      ...{ fix: "Run mas login --profile live, or set MAS_API_KEY.", exitCode: 3 },
    })
    expect(look({ apiKey: undefined, name: undefined }).fix).toBe("Run mas login, or set MAS_API_KEY.")
  })

  it("warns of an unencrypted address", () => {
    expect(look({ baseUrl: "http://api.test" })).toEqual({
      ...{ ...ok, check: "profile", result: "warning", fix: "Use an https:// address." },
      detail: "http://api.test is not encrypted: credentials can be read on the way",
    })
    expect(look({ baseUrl: "http://127.0.0.1:4010" }).result).toBe("ok")
  })
})

describe("the service check", () => {
  it.each([
    [401, 3, "problem", "refused: No", "Run mas login, or correct MAS_API_KEY."],
    [403, 0, "warning", "valid, but has no access to the account: No", "Use another credential."],
    [
      404,
      1,
      "problem",
      "404: No",
      "Is this the service's address? The address https://api.test came from MAS_BASE_URL: correct or unset it.",
    ],
    [500, 1, "problem", "not checked: the service responds with 500: No", "Try again later."],
  ])("reports what %i means for the credential", async (status, exitCode, result, detail, fix) => {
    const body = { code: status, message: "No", error: true }
    const env = { MAS_BASE_URL: "https://api.test", MAS_API_KEY: "k" }
    const home = new Home(env, async () => Response.json(body, { status }))
    const { code, json } = await home.run(["doctor", "--output", "json", "--max-retries", "0"])
    home.remove()
    expect(json.at(-1)).toMatchObject({ check: "credential", result, detail, fix })
    expect(code).toBe(exitCode)
  })

  it("says when to try again, and that no service answers there", async () => {
    const env = { MAS_BASE_URL: "https://api.test", MAS_API_KEY: "k" }
    const last = async (response: () => Response) => {
      const home = new Home(env, async () => response())
      const { json } = await home.run(["doctor", "--output", "json"], { now: () => Date.parse("2026-03-01T12:00:00Z") })
      home.remove()
      return json.at(-1)
    }
    const body = { code: 429, message: "Slow down", error: true }
    const late = await last(() => Response.json(body, { status: 429, headers: { "Retry-After": "60" } }))
    expect(late.fix).toMatch(/^Try again after \d{4}-.*Z\.$/)
    expect(await last(() => new Response("<html>", { headers: { "Content-Type": "text/html" } }))).toMatchObject({
      ...{ check: "reachable", result: "problem" },
      fix: "Is this the service? The address https://api.test came from MAS_BASE_URL: correct or unset it.",
    })
  })
})

describe("the clock check", () => {
  const now = Date.parse("2026-03-01T12:00:00.000Z")
  const look = (ahead: number, { took = 0, isLocal = false } = {}) =>
    checkClock(new Date(now + ahead).toUTCString(), { started: now, ended: now + took }, isLocal)
  const fix = "Synchronize it by NTP."

  it("tolerates the fraction that the header omits, and the duration of the request", () => {
    for (const ahead of [0, 1_000, -2_000])
      expect(look(ahead)).toEqual({ ...ok, check: "clock", detail: "agrees with the service's" })
    expect(look(-3_000).result).toBe("warning")
    expect(look(-3_000, { took: 900 }).result).toBe("warning")
    expect(look(-3_000, { took: 1_000 }).result).toBe("ok")
    expect(look(4_000, { took: 4_000 }).result).toBe("ok")
  })

  it("warns of a larger difference, in whole seconds, with its direction", () => {
    expect(look(10_000)).toEqual({ ...ok, check: "clock", result: "warning", detail: "11 s behind the service's", fix })
    expect(look(-10_000).detail).toBe("10 s ahead of the service's")
    expect(look(149_000).result).toBe("warning")
  })

  it("reports a problem if webhooks would be refused; a local server only gets a warning", () => {
    expect(look(150_000)).toEqual({
      ...{ check: "clock", result: "problem", exitCode: 1, fix },
      detail: "151 s behind the service's: webhooks will be refused as too old or too new",
    })
    expect(look(-400_000, { isLocal: true })).toMatchObject({ result: "warning", exitCode: 0 })
  })

  it.each([null, "", "noon"])("is ok if the service sends no time: %j", (date) => {
    expect(checkClock(date, { started: now, ended: now }, false)).toEqual({
      ...{ ...ok, check: "clock", detail: "the service does not send its time" },
    })
  })
})
