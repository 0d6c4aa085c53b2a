import { describe, expect, it } from "vitest"
import type { Profile } from "../../cli/connection/profile/profile.ts"
import { CliError, UsageError } from "../../cli/terminal/errors/cli-error.ts"
import { type ErrorPlace, reportError } from "../../cli/terminal/report/report-error.ts"
import { shortError } from "../../cli/terminal/report/short-error.ts"
import {
  AbortError,
  ConnectionError,
  type ConnectionErrorOptions,
  InvalidArgumentError,
  ResponseValidationError,
  TimeoutError,
  WaitError,
} from "../../sdk/client/errors.ts"
import { apiError } from "../../sdk/client/request/api-error.ts"
import { SendCeilingError } from "../../sdk/sending/ceilings/send-ceiling-error.ts"

const read = { method: "GET", path: "/v1/my/lists", attempts: 1 }
const write = { method: "POST", path: "/v1/my/lists", attempts: 1 }
const keyed = { ...write, idempotencyKey: "k-1" }

const profile = {
  ...{ name: "live", baseUrl: "https://api.test", apiKey: "k", token: undefined, brand: undefined, account: undefined },
  ...{ credentialFrom: "profile live", baseUrlFrom: "profile live" },
}
const errorPlace: ErrorPlace = {
  command: "mas lists create",
  usage: "Usage: mas lists create --name <text>",
  profile,
  isInterrupted: false,
  isInDoubt: false,
  again: (key) => `mas lists create --name Ada${key === undefined ? "" : ` --idempotency-key ${key}`}`,
}
const inDoubt: ErrorPlace = { ...errorPlace, isInDoubt: true }
const report = (error: unknown, at: ErrorPlace = errorPlace) => reportError(error, at)
const hint = (error: unknown, at: ErrorPlace = errorPlace) => report(error, at).report.hint

/** An error response of the service. */
const errorResponse = (
  status: number,
  body: object = {},
  more: { retryAt?: Date; headers?: [string, string][] } = {},
) =>
  apiError(
    { status, headers: Object.fromEntries(more.headers ?? []), body, message: "No", retryAt: more.retryAt },
    read,
  )
const unreached = (request: typeof keyed | typeof read, options: ConnectionErrorOptions = {}) =>
  new ConnectionError("no response", request, options)

describe("the report of a command line error", () => {
  it("has its hint, or points to help", () => {
    expect(report(new CliError("no such file", 1, { code: "no_file", hint: "Make one." }))).toEqual({
      report: {
        ...{ code: "no_file", status: null, message: "no such file", hint: "Make one." },
        docs: "mas lists create --help",
      },
      exitCode: 1,
    })
    expect(report(new CliError("failed")).report).toMatchObject({
      code: "error",
      hint: "See `mas lists create --help`.",
    })
  })

  it("names refused fields, if there are any", () => {
    const validationErrors = { name: ["is empty"] }
    const { report: reported, exitCode } = report(new CliError("--name is empty", 6, { validationErrors }))
    expect([reported.validation_errors, exitCode]).toEqual([validationErrors, 6])
    expect(report(new CliError("failed")).report).not.toHaveProperty("validation_errors")
  })

  it("has a suggestion or the usage for a usage error, and where to look", () => {
    const look = "Run `mas lists create --help` to see how it is used."
    expect(hint(new UsageError("no flag --nam", "Did you mean --name?"))).toBe(`Did you mean --name?\n${look}`)
    expect(hint(new UsageError("no flag --x"))).toBe(`Usage: mas lists create --name <text>\n${look}`)
    expect(hint(new UsageError("no flag --x"), { ...errorPlace, usage: undefined })).toBe(look)
    expect(report(new UsageError("no flag --x"))).toMatchObject({ report: { code: "usage" }, exitCode: 2 })
  })
})

describe("the report of an error response", () => {
  it.each([
    [400, 6, "See `mas lists create --help`."],
    [401, 3, "The credential came from profile live. `mas login --profile live` saves another one."],
    [
      403,
      3,
      "This credential (from profile live) is not allowed to do that: `mas lists create --help` lists the allowed kinds.",
    ],
    [404, 4, "Check the id, and the brand and account that the profile selects (`mas whoami --profile live`)."],
    [409, 5, "Look at its present state, then decide."],
    [413, 6, "Send less at once."],
    [422, 6, "See `mas lists create --help`."],
    [429, 7, "Try again later."],
    [499, 1, "See `mas lists create --help`."],
    [500, 1, "Try again later."],
    [503, 1, "Try again later."],
  ])("with status %i has exit code %i and %s", (status, exitCode, expected) => {
    const docs = exitCode === 1 ? "mas help exit-codes" : "mas lists create --help"
    expect(report(errorResponse(status))).toEqual({
      report: { code: String(status), status, message: "No", hint: expected, docs },
      exitCode,
    })
  })

  it("says when to repeat a conflict with a request that is under way", () => {
    const underWay = errorResponse(409, { error: true }, { retryAt: new Date(0) })
    expect(hint(underWay)).toBe("Try again after 1970-01-01T00:00:00.000Z.")
  })

  it.each([400, 413, 422])("has no exit code of a refused value for the page of a proxy: %i", (status) => {
    const page = apiError({ status, headers: {}, body: "<html>", message: "No" }, read)
    expect(report(page)).toMatchObject({ exitCode: 1, report: { docs: "mas help exit-codes" } })
  })

  it("omits the profile if none is known", () => {
    const nowhere = { ...errorPlace, profile: undefined }
    expect([401, 403, 404].map((status) => hint(errorResponse(status), nowhere))).toEqual([
      "Run `mas login`, or set MAS_API_KEY.",
      "This credential is not allowed to do that: `mas lists create --help` lists the allowed kinds.",
      "Check the id, and the brand and account that the profile selects (`mas whoami`).",
    ])
  })

  it("names the account that was selected", () => {
    const { profile } = errorPlace
    const selected = { ...profile, apiKey: undefined, token: "jwt", account: "3", accountFrom: "--account" } as Profile
    expect([403, 404].map((status) => hint(errorResponse(status), { ...errorPlace, profile: selected }))).toEqual([
      "This credential (from profile live) is not allowed to do that in account 3 (from --account): `mas whoami --profile live --account 3` shows its role there.",
      "Check the id, and the brand and account that the profile selects (`mas whoami --profile live --account 3`).",
    ])
  })

  it("says when to retry, what frees capacity, and that a key was used for another request", () => {
    const retryAt = new Date("2026-03-01T12:00:00Z")
    const later = "Try again after 2026-03-01T12:00:00.000Z."
    expect(hint(errorResponse(429, {}, { retryAt }))).toBe(later)
    expect(hint(errorResponse(503, {}, { retryAt }))).toBe(later)
    expect(hint(errorResponse(429, { capacity_recovery: { label: "More at noon" } }, { retryAt }))).toBe(
      `More at noon. ${later}`,
    )
    expect(hint(errorResponse(429, { capacity_recovery: {} }))).toBe("Try again later.")
    expect(hint(errorResponse(409, { code: "idempotency_conflict" }))).toBe(
      "This --idempotency-key was used for another request: use another key, or send the same request.",
    )
  })

  it("has the service's fields under their own names, except those that the report sets", () => {
    const body = {
      ...{ error: true, code: 422, error_code: "refused", status: "x", message: "x", hint: "x", docs: "x" },
      ...{ next_command: "rm -rf /", retryable: false, validation_errors: { name: ["taken"] }, more: [1] },
    }
    const retryAt = new Date("2026-03-01T12:00:00Z")
    expect(report(errorResponse(422, body, { retryAt, headers: [["x-request-id", "r-1"]] })).report).toEqual({
      ...{ code: "refused", status: 422, message: "No", hint: "See `mas lists create --help`." },
      ...{ retryable: false, validation_errors: { name: ["taken"] }, more: [1] },
      // Repeating does not help: no time to do it.
      ...{ request_id: "r-1", docs: "mas lists create --help" },
    })
    expect(Object.keys(report(errorResponse(400, [1])).report)).toHaveLength(5)
  })
})

describe("the report without a response", () => {
  const refusedHint = "Is the service running there? For the mock server: mas mock."
  const reported = (error: unknown, at: ErrorPlace = errorPlace) => {
    const { exitCode, report } = reportError(error, at)
    return { exitCode, code: report.code, hint: report.hint, retryable: report.retryable }
  }

  it("depends on the request, and on its possible effect", () => {
    expect(reported(unreached(read))).toEqual({
      ...{ exitCode: 8, code: "network_error", retryable: true },
      hint: "Check the address and the network; `mas doctor` looks at both.",
    })
    expect(reported(unreached(write))).toEqual({
      ...{ exitCode: 8, code: "network_error", retryable: true },
      hint: "Nothing was sent.",
    })
    expect(reported(unreached(read, { code: "ECONNREFUSED" })).hint).toBe(refusedHint)
    expect(
      reported(unreached(write, { code: "ECONNREFUSED" }), {
        ...errorPlace,
        address: { url: "http://127.0.0.1:1", from: "MAS_BASE_URL" },
      }).hint,
    ).toBe(
      `${refusedHint} The address http://127.0.0.1:1 came from MAS_BASE_URL: correct or unset it. Nothing was sent.`,
    )
  })

  it("suggests more time after a timeout", () => {
    expect(reported(new TimeoutError("too slow", read))).toEqual({
      ...{ exitCode: 8, code: "timeout", retryable: true },
      hint: "Allow more time with --timeout.",
    })
    expect(reported(new TimeoutError("too slow", write)).hint).toBe("Allow more time with --timeout. Nothing was sent.")
  })

  it("suggests the same command with its key for an uncertain write", () => {
    const advice = "It may have taken effect. To send it again, with one effect in all:"
    const command = "mas lists create --name Ada --idempotency-key k-1"
    expect(report(unreached(keyed), inDoubt)).toEqual({
      report: {
        ...{
          code: "network_error",
          status: null,
          message: "no response",
          hint: `${advice}\n${command}`,
          retryable: false,
        },
        ...{ docs: "mas lists create --help", idempotency_key: "k-1", next_command: command },
      },
      exitCode: 8,
    })
    expect(hint(new TimeoutError("too slow", keyed), inDoubt)).toBe(
      `Allow more time with --timeout.\n${advice}\n${command}`,
    )
  })

  it("suggests to check first for an uncertain write without a key", () => {
    expect(hint(unreached(write), inDoubt)).toBe(
      "It may have taken effect: check before you send it again. The command:\nmas lists create --name Ada",
    )
    expect(report(unreached(write), inDoubt).report).not.toHaveProperty("idempotency_key")
    expect(report(unreached(write), { ...inDoubt, again: undefined }).report).toMatchObject({
      hint: "It may have taken effect.",
    })
  })

  it("says that a command that reads stdin needs the same input again", () => {
    const stdin = " (`-` reads stdin: provide the same input)"
    for (const command of ["mas lists create --input -", "mas lists create --input - --yes"])
      expect(hint(unreached(write), { ...inDoubt, again: () => command })).toContain(`The command${stdin}:\n${command}`)
    for (const command of ["mas lists create --name a-b", "mas lists create --name=-x"])
      expect(hint(unreached(write), { ...inDoubt, again: () => command })).not.toContain("stdin")
  })
})

describe("the report of any other error", () => {
  it("says for an abort whether anything was sent", () => {
    expect(report(new AbortError("ended", read))).toEqual({
      report: {
        ...{ code: "interrupted", status: null, message: "interrupted", hint: "It can be run again." },
        docs: "mas lists create --help",
      },
      exitCode: 130,
    })
    expect(hint(new AbortError("ended", write))).toBe("Nothing was sent.")
    const partialFailure = "Part of it was sent: check the result before you run this again."
    expect(hint(new AbortError("ended", write), { ...errorPlace, hasWritten: true })).toBe(partialFailure)
    expect(
      hint(new ConnectionError("down", write, { neverSent: true }), { ...errorPlace, hasWritten: true }),
    ).toContain(partialFailure)
    expect(hint(new AbortError("ended", keyed), inDoubt)).toMatch(/^It may have taken effect\. To send it again/)
    expect(report(new Error("any"), { ...errorPlace, isInterrupted: true })).toMatchObject({
      report: { code: "interrupted", hint: "Nothing was sent." },
      exitCode: 130,
    })
  })

  it("says for an unreadable response whether the request took effect", () => {
    const reported = (request: typeof keyed | typeof read) =>
      report(new ResponseValidationError("not as documented", request, 200)).report
    expect(reported(read)).toEqual({
      ...{ code: "failed", status: 200, message: "not as documented", hint: "Run it with --debug to see more." },
      ...{ retryable: false, docs: "mas lists create --help" },
    })
    expect(reported(keyed)).toMatchObject({
      hint: "The request took effect. Run it with --debug to see more.",
      idempotency_key: "k-1",
    })
  })

  it.each([
    ["file", "usage", 2],
    ["file.name", "usage", 2],
    ["profile", "validation_error", 6],
    ["my.token", "validation_error", 6],
    ["params.id", "validation_error", 6],
  ])("depends on the argument that the client refuses: %s", (argument, code, exitCode) => {
    expect(report(new InvalidArgumentError(argument, "is wrong"))).toEqual({
      report: {
        ...{ code, status: null, message: `${argument} is wrong`, hint: "See `mas lists create --help`." },
        docs: "mas lists create --help",
      },
      exitCode,
    })
  })

  it.each(["apiKey", "token"])("names where a credential came from: %s", (argument) => {
    expect(report(new InvalidArgumentError(argument, "is wrong"))).toMatchObject({
      report: { code: "no_credential", message: "the credential of profile live is wrong" },
      exitCode: 3,
    })
  })

  it("says for a ceiling of sends when, and whether anything was sent", () => {
    const refusal = { ceiling: "total", limit: 5, source: "MAS_MAX_SENDS" } as const
    const request = { ...keyed, attempts: 0 }
    const later = new SendCeilingError("5 are sent", request, refusal, new Date("2026-03-01T12:00:00Z"))
    expect(report(later)).toMatchObject({
      report: { code: "send_ceiling", retryable: true, hint: "Nothing was sent. `mas doctor` shows the ceiling." },
      exitCode: 7,
    })
    const final = report(new SendCeilingError("6 are more than 5", request, refusal))
    expect(final).toMatchObject({ report: { retryable: false }, exitCode: 6 })
    expect(final.report).not.toHaveProperty("idempotency_key")
    const stop = { ceiling: "stop", source: "the store" } as const
    // An earlier attempt may have been sent.
    expect(hint(new SendCeilingError("stopped", { ...keyed, attempts: 1 }, stop))).toBe(
      "`mas sending status` shows since when, and why.",
    )
    const written = { ...errorPlace, hasWritten: true }
    expect(hint(later, written)).toMatch(
      /^Part of it was sent: check the result before you run this again\. `mas doctor`/,
    )
    expect(report(later, { ...written, isResumed: true }).report).toMatchObject({
      hint: "Part of it was sent. `mas doctor` shows the ceiling. To go on later:\nmas lists create --name Ada",
      next_command: "mas lists create --name Ada",
    })
  })

  it("depends on the kind of error", () => {
    expect(report(new WaitError("it failed", {}))).toMatchObject({
      report: { code: "will_not_finish", message: "it failed", hint: "Look at its state for the reason." },
      exitCode: 1,
    })
    for (const error of [new TypeError("a slip"), "a slip"])
      expect(report(error)).toMatchObject({
        report: { code: "failed", message: "a slip", hint: "Run it again with --debug to see more." },
        exitCode: 1,
      })
  })
})

describe("an error for an assistant", () => {
  const short = (error: unknown, at: ErrorPlace = errorPlace) => {
    const { report, exitCode } = reportError(error, at)
    return JSON.parse(shortError(report, exitCode)).error
  }

  it("has its details and the next step", () => {
    expect(short(new CliError("no such file", 1, { hint: "Make one" }))).toEqual({
      ...{ code: "error", exit_code: 1, message: "no such file", next: "Make one." },
    })
    expect(short(errorResponse(429, {}, { retryAt: new Date("2026-03-01T12:00:00Z") }))).toEqual({
      ...{ code: "429", status: 429, exit_code: 7, retry_at: "2026-03-01T12:00:00.000Z", message: "No" },
      next: "Try again after 2026-03-01T12:00:00.000Z.",
    })
    expect(short(unreached(keyed), inDoubt)).toEqual({
      ...{ code: "network_error", exit_code: 8, idempotency_key: "k-1", message: "no response" },
      next: "It may have taken effect. To send it again, with one effect in all: mas lists create --name Ada --idempotency-key k-1.",
    })
  })

  it("names the fields that the service refused instead of its message, and keeps local messages", () => {
    const fields = { name: ["is taken", "is short"], email: ["is none"] }
    expect(short(errorResponse(422, { validation_errors: fields })).message).toBe(
      "name is taken, is short; email is none",
    )
    expect(short(new CliError("--name is empty", 6, { validationErrors: fields })).message).toBe("--name is empty")
  })

  it("stays below 480 characters: last steps are dropped first, then words of the message", () => {
    const long = "word ".repeat(200).trim()
    const reported = (message: string, hint: string) => shortError(report(new CliError(message, 1, { hint })).report, 1)
    const [cut, step, neither] = [
      reported(long, "Do this."),
      reported("failed", `Do this.\n${long}`),
      reported(long, long),
    ]
    for (const text of [cut, step, neither]) expect(text.length).toBeLessThanOrEqual(480)
    expect(JSON.parse(cut).error).toMatchObject({ message: expect.stringMatching(/^word .*…$/), next: "Do this." })
    expect(cut.length).toBeGreaterThan(470)
    expect(JSON.parse(step).error).toMatchObject({ message: "failed", next: "Do this." })
    expect(JSON.parse(neither).error).toMatchObject({
      message: expect.stringMatching(/…$/),
      next: "Run `mas lists create --help`.",
    })
  })
})
