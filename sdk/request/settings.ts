import { headerNames } from "../contract/core/headers.ts"
import { parseUrl } from "../contract/core/parse-url.ts"
import { basePathOf } from "../contract/core/trim-end.ts"
import { InvalidArgumentError } from "../errors.ts"
import type { ClientClock, ClientOptions, ResponseValidation, ResponseValidator } from "../options.ts"
import { defaultTransport } from "../transport/default.ts"
import { fetchTransport } from "../transport/fetch.ts"
import { defined } from "../transport/fields.ts"
import { mergeHeaders } from "../transport/header-values.ts"
import type { Transport } from "../transport/transport.ts"
import { undiciTransport } from "../transport/undici.ts"
import { version } from "../version.ts"
import { Credential } from "./credential.ts"
import { environmentLogger } from "./environment-logger.ts"
import type { Host } from "./host.ts"
import { loadValidator } from "./load-validator.ts"
import { checkOptions } from "./options-check.ts"

/** The client's options, checked and complete. */
export interface Settings extends Pick<ClientOptions, "logger" | "onRequest" | "onResponse"> {
  /** Scheme, host and port of `baseUrl`. */
  readonly origin: string
  /** The path of `baseUrl`, without a slash at its end. */
  readonly basePath: string
  readonly credential: Credential
  /** What every request carries, but for the credential. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: as the kind of request has it. */
  readonly timeout?: number | undefined
  /** 0: none. */
  readonly deadline: number
  readonly maxRetries: number
  /** Undefined: as the transport has it. */
  readonly maxConnections?: number | undefined
  readonly maxRetryDelay: number
  readonly maxResponseBytes: number
  /** Undefined: answers are not checked. */
  readonly validateResponses?: ResponseValidator | undefined
  readonly transport: Transport
  readonly host: Host
  readonly clock: ClientClock
  /** Downloads that are not read to their end, of a client and its copies. */
  readonly downloads: Set<{ readonly stop: () => void }>
}

/** A variable of the environment that is not empty; none where there is no environment, or Deno does not let it be read. */
function variable(name: string): string | undefined {
  try {
    return globalThis.process?.env[name] || undefined
  } catch {
    return undefined
  }
}

/** A client's settings, from its options and the environment. */
export function createSettings(options: ClientOptions, host: Host): Settings {
  checkOptions(options)
  const agent = globalThis.process?.versions?.node
  const defaults: Settings = {
    origin: "",
    basePath: "",
    credential: new Credential("apiKey", undefined),
    headers: { Accept: "application/json", "User-Agent": `mas-sdk/${version}${agent ? ` node/${agent}` : ""}` },
    deadline: 0,
    maxRetries: 2,
    maxRetryDelay: 60_000,
    maxResponseBytes: 32 * 1024 * 1024,
    logger: environmentLogger(variable("MAS_LOG")),
    transport: options.transport ?? defaultTransport(),
    host,
    clock: host,
    downloads: new Set(),
  }
  // Only what is not given is looked at: a broken variable matters to nobody who does not need it.
  const {
    baseUrl = variable("MAS_BASE_URL"),
    apiKey = options.token === undefined ? variable("MAS_API_KEY") : undefined,
    brandSid = variable("MAS_BRAND_SID"),
    accountId = variable("MAS_ACCOUNT_ID"),
  } = options
  const settings = extendSettings(defaults, { ...options, baseUrl, apiKey, brandSid, accountId })
  if (!settings.origin) throw new InvalidArgumentError("baseUrl", "is missing: give the option, or set MAS_BASE_URL")
  return settings
}

/** The settings with some options laid over them. */
export function extendSettings(base: Settings, options: ClientOptions): Settings {
  checkOptions(options)
  const { apiKey, token, baseUrl, brandSid, accountId, headers, fetch, dispatcher, transport, ...plain } = options
  const selected = defined({ [headerNames.brand]: brandSid, [headerNames.account]: accountId })
  const secret = apiKey ?? token
  return {
    ...base,
    ...defined(plain),
    validateResponses: validator(options.validateResponses, base.validateResponses),
    ...(baseUrl && parseBaseUrl(baseUrl)),
    ...(secret && { credential: new Credential(apiKey ? "apiKey" : "token", secret) }),
    headers: mergeHeaders(mergeHeaders(base.headers, selected), headers ?? {}),
    transport:
      transport ?? (fetch && fetchTransport(fetch)) ?? (dispatcher && undiciTransport(dispatcher)) ?? base.transport,
  }
}

/** Refuses what could send a credential astray; never repeats the address, which may hold a password. */
function parseBaseUrl(baseUrl: string): Pick<Settings, "origin" | "basePath"> {
  const url = parseUrl(baseUrl)
  if (!url || !/^https?:/.test(url.protocol))
    throw new InvalidArgumentError("baseUrl", "is not an address such as https://api.example.test")
  if (url.username || url.password || url.search || url.hash)
    throw new InvalidArgumentError("baseUrl", "cannot hold a user name, password, query or fragment")
  return { origin: url.origin, basePath: basePathOf(url.pathname) }
}

/** The option as what checks, or else what there was; refused here, before anything is sent, where it cannot be loaded. */
function validator(
  option: ResponseValidation | ResponseValidator | undefined,
  base: ResponseValidator | undefined,
): ResponseValidator | undefined {
  if (option === undefined) return base
  if (typeof option !== "string") return option
  return option === "off" ? undefined : loadValidator(option)
}
