import { agentName } from "../../base/agent-name.ts"
import { version } from "../../base/version.ts"
import { visibleLine } from "../../contract/core/clean-text.ts"
import { headerNames } from "../../contract/core/headers.ts"
import { parseUrl } from "../../contract/core/parse-url.ts"
import { basePathOf } from "../../contract/core/trim-end.ts"
import type { CallHold } from "../../sending/recipients/call-hold.ts"
import { InvalidArgumentError } from "../errors.ts"
import type { Logger } from "../hooks.ts"
import type { ClientClock, ClientOptions, ResponseValidation, ResponseValidator } from "../options.ts"
import { defaultTransport } from "../transport/default.ts"
import { fetchTransport } from "../transport/fetch.ts"
import { defined } from "../transport/fields.ts"
import { mergeHeaders } from "../transport/header-values.ts"
import { requestHeader } from "../transport/headers.ts"
import type { Transport } from "../transport/transport.ts"
import { undiciTransport } from "../transport/undici.ts"
import { type ClientCeiling, ceilingOfEnvironment, ceilingOwner, extendCeiling } from "./client-ceiling.ts"
import { type ClientRules, extendRules, rulesOfEnvironment } from "./client-rules.ts"
import { Credential } from "./credential.ts"
import type { Host } from "./host.ts"
import { Lifetime } from "./lifetime.ts"
import { loadValidator } from "./load-validator.ts"
import { checkOptions } from "./options-check.ts"

/** The client's options, checked and complete. */
export interface Settings
  extends Pick<ClientOptions, "logger" | "onRequest" | "onResponse" | "pace" | "priority" | "templateIds"> {
  /** Scheme, host and port of `baseUrl`. */
  readonly origin: string
  /** The path of `baseUrl`, without a slash at its end. */
  readonly basePath: string
  readonly credential: Credential
  /** Headers of every request, except the credential. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: the default of the kind of request. */
  readonly timeout?: number | undefined
  /** 0: no deadline. */
  readonly deadline: number
  readonly maxRetries: number
  /** Undefined: the transport's default. */
  readonly maxConnections?: number | undefined
  readonly maxRetryDelay: number
  readonly maxResponseBytes: number
  /** Undefined: every recipient is allowed. */
  readonly recipients?: ClientRules | undefined
  /** Undefined: no limit, and no stop. */
  readonly ceiling?: ClientCeiling | undefined
  /** Undefined: every call leaves at once. */
  readonly hold?: CallHold | undefined
  /** Undefined: responses are not checked. */
  readonly validateResponses?: ResponseValidator | undefined
  readonly transport: Transport
  readonly host: Host
  readonly clock: ClientClock
  readonly lifetime: Lifetime
  /** Unfinished downloads of a client and its copies: while they hold connections, these cannot be closed. */
  readonly downloads: Set<{ readonly stop: () => void }>
}

/** An environment variable; undefined if there is no environment, or Deno denies access to it. */
function variable(name: string): string | undefined {
  try {
    return globalThis.process?.env[name]
  } catch {
    return undefined
  }
}

const filled = (name: string) => variable(name) || undefined

/** `mas-sdk/0.1.0 node/24.21.0 agent/codex`: the package, the Node version if any, and the assistant if known. */
function userAgent(reportAgent = true): string {
  const node = globalThis.process?.versions?.node
  const agent = reportAgent ? agentName(filled) : undefined
  return [`mas-sdk/${version}`, ...(node ? [`node/${node}`] : []), ...(agent ? [`agent/${agent}`] : [])].join(" ")
}

/** Makes a client's settings from its options and the environment. */
export function createSettings(options: ClientOptions, host: Host): Settings {
  checkOptions(options)
  const defaults: Settings = {
    origin: "",
    basePath: "",
    credential: new Credential("apiKey", undefined),
    headers: { Accept: "application/json", "User-Agent": userAgent(options.reportAgent) },
    deadline: 0,
    maxRetries: 2,
    maxRetryDelay: 60_000,
    maxResponseBytes: 32 * 1024 * 1024,
    logger: environmentLogger(filled("MAS_LOG")),
    transport: options.transport ?? defaultTransport(),
    host,
    clock: host,
    lifetime: new Lifetime(),
    downloads: new Set(),
  }
  // Read variables only for omitted options: a broken variable must not hurt callers who do not need it.
  const {
    baseUrl = filled("MAS_BASE_URL"),
    apiKey = options.token === undefined ? filled("MAS_API_KEY") : undefined,
    brandSid = filled("MAS_BRAND_SID"),
    accountId = filled("MAS_ACCOUNT_ID"),
    recipients = rulesOfEnvironment(variable),
    ceiling = ceilingOfEnvironment(variable),
  } = options
  const settings = extendSettings(defaults, { ...options, baseUrl, apiKey, brandSid, accountId, recipients, ceiling })
  if (!settings.origin) throw new InvalidArgumentError("baseUrl", "is missing: give the option, or set MAS_BASE_URL")
  return settings
}

/** The settings with some options replaced. */
export function extendSettings(base: Settings, options: ClientOptions): Settings {
  checkOptions(options)
  const {
    apiKey,
    token,
    baseUrl,
    brandSid,
    accountId,
    headers,
    fetch,
    dispatcher,
    transport,
    reportAgent,
    recipients,
    ceiling,
    hold,
    ...plain
  } = options
  if (hold !== undefined && base.hold !== undefined && hold !== base.hold)
    throw new InvalidArgumentError("hold", "is set already and cannot be changed: make a new Mas for another one")
  const agent = reportAgent === undefined ? undefined : userAgent(reportAgent)
  const selected = defined({
    [headerNames.brand]: brandSid,
    [headerNames.account]: accountId,
    "User-Agent": agent,
  })
  const secret = apiKey ?? token
  const credential = secret
    ? new Credential(apiKey ? "apiKey" : "token", secret, options.logger ?? base.logger)
    : base.credential
  const address = baseUrl ? parseBaseUrl(baseUrl) : base
  const merged = mergeHeaders(mergeHeaders(base.headers, selected), headers ?? {})
  const owner = () => ceilingOwner(address.origin, credential.fixed, requestHeader(merged, headerNames.account))
  return {
    ...base,
    ...defined({ ...plain, hold }),
    recipients: extendRules(base.recipients, recipients),
    ceiling: extendCeiling(base.ceiling, ceiling, owner),
    validateResponses: validator(options.validateResponses, base.validateResponses),
    origin: address.origin,
    basePath: address.basePath,
    credential,
    headers: merged,
    transport:
      transport ?? (fetch && fetchTransport(fetch)) ?? (dispatcher && undiciTransport(dispatcher)) ?? base.transport,
  }
}

/** Refuses an address that could send a credential elsewhere. Never repeats the address: it may contain a password. */
function parseBaseUrl(baseUrl: string): Pick<Settings, "origin" | "basePath"> {
  const url = parseUrl(baseUrl)
  if (!url || !/^https?:/.test(url.protocol))
    throw new InvalidArgumentError("baseUrl", "is not an address such as https://api.example.test")
  if (url.username || url.password || url.search || url.hash)
    throw new InvalidArgumentError("baseUrl", "cannot hold a user name, password, query or fragment")
  return { origin: url.origin, basePath: basePathOf(url.pathname) }
}

/** The validator for the option, or the previous one. An unloadable validator is refused here, before anything is sent. */
function validator(
  option: ResponseValidation | ResponseValidator | undefined,
  base: ResponseValidator | undefined,
): ResponseValidator | undefined {
  if (option === undefined) return base
  if (typeof option !== "string") return option
  return option === "off" ? undefined : loadValidator(option)
}

/** The logger for `MAS_LOG`, on stderr: from level `debug` or `info` on. Undefined for any other value. */
export function environmentLogger(least: string | undefined): Logger | undefined {
  const write = (level: string) => (message: string, details: unknown) =>
    // biome-ignore lint/suspicious/noConsole: a user who cannot change the program asks for it by the environment.
    console.error(visibleLine(`mas-sdk ${level}: ${message} ${JSON.stringify(details)}`))
  const some = { info: write("info"), warn: write("warn") }
  return least === "info" ? some : least === "debug" ? { ...some, debug: write(least) } : undefined
}
