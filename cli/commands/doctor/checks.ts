import { version } from "../../../sdk/base/version.ts"
import {
  APIError,
  AuthenticationError,
  ConnectionError,
  InvalidArgumentError,
  MasError,
  PermissionDeniedError,
  ResponseValidationError,
} from "../../../sdk/client/errors.ts"
import { messageOf } from "../../../sdk/client/transport/fields.ts"
import { parseUrl } from "../../../sdk/contract/core/parse-url.ts"
import type { CeilingStore, SendLimit } from "../../../sdk/stores/ceiling.ts"
import type { Context } from "../../connection/context.ts"
import { addressError, isLoopback, originOf } from "../../connection/profile/address.ts"
import { ConfigError, configExposure, configPath, readConfig } from "../../connection/profile/config-file.ts"
import type { Profile } from "../../connection/profile/profile.ts"
import { ceilingOf } from "../../connection/request/ceiling.ts"
import { profileCommand } from "../../line/command-text.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { countText } from "../../terminal/output/numbers.ts"
import { wrongAddressHint } from "../../terminal/report/api-hint.ts"
import { shortMessage } from "../../terminal/report/connection-cause.ts"
import { connectionHint } from "../../terminal/report/connection-hint.ts"

export interface Finding {
  readonly check: string
  readonly result: "ok" | "warning" | "problem"
  readonly detail: string
  readonly fix: string | null
}

export interface Checked extends Finding {
  readonly exitCode: ExitCode
}

const ok = (check: string, detail: string): Checked => ({
  check,
  result: "ok",
  detail,
  fix: null,
  exitCode: exitCodes.ok,
})
const warning = (check: string, detail: string, fix: string): Checked => ({
  ...ok(check, detail),
  result: "warning",
  fix,
})
const problem = (check: string, detail: string, fix: string, exitCode: ExitCode = exitCodes.failure): Checked => ({
  check,
  result: "problem",
  detail,
  fix,
  exitCode,
})

const oldestNode = [20, 19] as const

export function checkVersions(node: string): Checked {
  const [major = 0, minor = 0] = node.replace(/^v/, "").split(".").map(Number)
  const detail = `mas ${version} on Node.js ${node.replace(/^v/, "")}`
  const isNewEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
  return isNewEnough
    ? ok("versions", detail)
    : problem("versions", detail, `Use Node.js ${oldestNode.join(".")} or newer.`)
}

export async function checkConfig({ io }: Context): Promise<Checked> {
  const path = configPath(io)
  try {
    const { profiles } = await readConfig(io)
    const count = Object.keys(profiles).length
    const exposure = await configExposure(io)
    if (exposure) return warning("config", exposure.problem, `Run: ${exposure.fix}`)
    return ok(
      "config",
      count === 0 ? `${path}: no profiles saved` : `${path}: ${countText(count)} profile${count === 1 ? "" : "s"}`,
    )
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return problem("config", error.message, error.hint ?? "", exitCodes.usage)
  }
}

export function checkProfile({
  name,
  baseUrl,
  baseUrlFrom,
  apiKey,
  token,
  credentialFrom,
  withheld,
}: Profile): Checked {
  const check = "profile"
  if (baseUrl === undefined) {
    const fix =
      name === undefined
        ? "No mock server runs: start one with `mas mock`. Or run mas login."
        : "Run mas login, or use --profile mock."
    return problem(check, "no address of a service is known", fix, exitCodes.usage)
  }
  const mistake = addressError({ url: baseUrl, from: baseUrlFrom })
  if (mistake) return problem(check, mistake.message, mistake.hint ?? "", mistake.exitCode)
  if (withheld) return problem(check, withheld.message, withheld.hint ?? "", withheld.exitCode)
  if (apiKey === undefined && token === undefined) {
    const fix = `Run ${profileCommand("login", name)}, or set MAS_API_KEY.`
    return problem(check, `${baseUrl} (${baseUrlFrom}), but no credential`, fix, exitCodes.credentials)
  }
  if (baseUrl.startsWith("http:") && !isLoopback(baseUrl)) {
    return warning(check, `${baseUrl} is not encrypted: credentials can be read on the way`, "Use an https:// address.")
  }
  const kind = token === undefined ? "API key" : "session"
  return ok(check, `${baseUrl} (${baseUrlFrom}), ${kind} (${credentialFrom})`)
}

/** The recipient guard; empty when all recipients are allowed. */
export async function checkRecipients({ recipients }: Profile): Promise<Checked[]> {
  if (recipients === undefined) return []
  const { parsedRulesOf } = await import("../../../sdk/sending/recipients/parsed-rules.ts")
  const { source = "" } = recipients
  try {
    const { entries, isOpen, targets } = parsedRulesOf(recipients)
    const names = targets.map(({ text }) => text).join(" and ")
    const others = isOpen
      ? "all recipients are allowed"
      : names
        ? `others are redirected to ${names}`
        : "others are refused"
    return [ok("recipients", `${countText(entries)} ${entries === 1 ? "entry" : "entries"} of ${source}; ${others}`)]
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    return [problem("recipients", error.message, `Correct ${source}, or remove it.`, exitCodes.usage)]
  }
}

/** The ceiling of sends and whether sending is stopped; empty when there is neither. */
export async function checkCeiling({ io }: Context, profile: Profile): Promise<Checked[]> {
  const ceiling = ceilingOf(io)
  const { limits, source = "", store } = ceiling
  try {
    const { readCeilings } = await import("../../../sdk/sending/ceilings/options.ts")
    const { total } = readCeilings(ceiling)
    const stop = await store.stopped()
    const shared = `for ${store.sharedBy}`
    if (stop === undefined) {
      if (limits === undefined && !io.env.MAS_CEILING_STORE) return []
      const used = total && (await usedText(store, total, profile))
      return [ok("sending", `${limits ?? "no limit"} (${source})${used ?? ""}, ${shared}`)]
    }
    const why = `stopped since ${new Date(stop.since).toISOString()}${stop.reason ? `: ${stop.reason}` : ""}, ${shared}`
    return [warning("sending", why, "`mas sending start` lets it go on.")]
  } catch (error) {
    if (error instanceof InvalidArgumentError)
      return [problem("sending", error.message, `Correct ${source}.`, exitCodes.usage)]
    const reason = messageOf(error)
    const fix = "Nothing can be sent: correct MAS_CEILING_STORE, or start its store."
    return [problem("sending", `the store of the ceiling fails: ${reason}`, fix, exitCodes.network)]
  }
}

/** ": 12 of 500 used" */
async function usedText(store: CeilingStore, total: SendLimit, profile: Profile): Promise<string> {
  const { baseUrl = "", apiKey, token, account } = profile
  const { origin } = parseUrl(baseUrl) ?? {}
  if (origin === undefined) return ""
  const { usedOf } = await import("../../../sdk/client/request/ceiling.ts")
  const used = await usedOf(store, total, { origin, credential: apiKey ?? token, account })
  return used === undefined ? "" : `: ${countText(used)} of ${countText(total.count)} used`
}

/** The health of webhooks; empty when the credential has no access to them. */
export async function checkWebhooks(context: Context): Promise<Checked[]> {
  const client = await context.client({ maxRetries: 0, timeout: context.globals.timeout ?? 10_000 })
  const check = "webhooks"
  try {
    const { problems: findings, endpoints } = await client.webhooks.health({ signal: context.io.signal })
    // Who uses no webhooks has a right setup: only `webhooks health` is asked whether events arrive.
    const problems = findings.filter(({ kind }) => kind !== "no-endpoint")
    if (problems.length > 0)
      return problems.map(({ kind, sentence }) =>
        // A program may do without some events.
        kind === "unheard"
          ? warning(check, sentence, "To get them: mas webhooks update ID --events TYPE,TYPE")
          : problem(check, sentence, "Run: mas webhooks health"),
      )
    const count =
      endpoints.length === 0
        ? "no endpoints"
        : `${countText(endpoints.length)} endpoint${endpoints.length === 1 ? "" : "s"}, no problem`
    return [ok(check, count)]
  } catch (error) {
    if (error instanceof PermissionDeniedError) return [ok(check, "not checked: this credential has no access")]
    if (error instanceof MasError) return [warning(check, `not checked: ${error.message}`, "Run: mas webhooks health")]
    throw error
  }
}

/** Milliseconds by which clocks may differ before webhook signatures are rejected. */
const tolerance = 300_000

/** Checks reachability, clock and credential with one request; returns one finding if there is no response. */
export async function checkService(context: Context, profile: Profile): Promise<Checked[]> {
  const client = await context.client({ maxRetries: 0, timeout: context.globals.timeout ?? 10_000 })
  const started = context.io.now()
  try {
    const { data, response } = await client.account.get({ signal: context.io.signal }).withResponse()
    const span = { started, ended: context.io.now() }
    const account = ok("credential", `accepted: account ${data.id}, ${data.name}`)
    return [reachable(span), checkClock(response.header("Date"), span, isLoopback(profile.baseUrl ?? "")), account]
  } catch (error) {
    const span = { started, ended: context.io.now() }
    if (error instanceof APIError) {
      const clock = checkClock(error.header("Date"), span, isLoopback(profile.baseUrl ?? ""))
      return [reachable(span), clock, refusedCredential(error, profile)]
    }
    if (error instanceof ResponseValidationError) {
      const fix = `Is this the service? ${originOf({ url: profile.baseUrl ?? "", from: profile.baseUrlFrom })}`
      return [problem("reachable", error.message, fix)]
    }
    if (error instanceof ConnectionError) return [unreachable(error, context, profile)]
    throw error
  }
}

interface Span {
  readonly started: number
  readonly ended: number
}

const reachable = ({ started, ended }: Span) => ok("reachable", `answered in ${countText(ended - started)} ms`)

function unreachable(error: ConnectionError, { io }: Context, { baseUrl, baseUrlFrom }: Profile): Checked {
  const address = { url: baseUrl ?? "", from: baseUrlFrom }
  const fix = connectionHint(error, { address, env: io.env }) ?? "Check the address, the network and any proxy."
  return problem("reachable", shortMessage(error), fix, exitCodes.network)
}

function refusedCredential(error: APIError, profile: Profile): Checked {
  const { credentialFrom, name, baseUrl = "", baseUrlFrom } = profile
  const address = { url: baseUrl, from: baseUrlFrom }
  const isElsewhere = wrongAddressHint(error, { command: "mas doctor", address })
  if (isElsewhere) return problem("credential", `${error.status}: ${error.detail}`, isElsewhere)
  if (error.disposition !== "final") {
    const when = error.retryAt ? `Try again after ${error.retryAt.toISOString()}.` : "Try again later."
    return problem("credential", `not checked: the service responds with ${error.status}: ${error.detail}`, when)
  }
  if (error instanceof AuthenticationError) {
    const fix = `Run ${profileCommand("login", name)}, or correct ${credentialFrom}.`
    return problem("credential", `refused: ${error.detail}`, fix, exitCodes.credentials)
  }
  if (error instanceof PermissionDeniedError) {
    return warning("credential", `valid, but has no access to the account: ${error.detail}`, "Use another credential.")
  }
  return problem(
    "credential",
    `${error.status}: ${error.detail}`,
    `Is this the service's address? ${originOf(address)}`,
  )
}

/** Compares the machine's clock with the service's Date header, which has whole seconds. */
export function checkClock(date: string | null, { started, ended }: Span, isLocal: boolean): Checked {
  const theirs = Date.parse(date ?? "")
  if (Number.isNaN(theirs)) return ok("clock", "the service does not send its time")
  const off = theirs + 500 - (started + ended) / 2
  if (Math.abs(off) <= 2_000 + (ended - started)) return ok("clock", "agrees with the service's")
  const seconds = Math.round(Math.abs(off) / 1000)
  const detail = `${countText(seconds)} s ${off > 0 ? "behind" : "ahead of"} the service's`
  if (Math.abs(off) < tolerance / 2 || isLocal) {
    return warning("clock", detail, "Synchronize it by NTP.")
  }
  return problem("clock", `${detail}: webhooks will be refused as too old or too new`, "Synchronize it by NTP.")
}
