import { setTimeout as wait } from "node:timers/promises"
import { headerNames } from "../../sdk/contract/core/headers.ts"
import type { Called, CallOptions } from "../support/mock.ts"
import type { SeenAnswer } from "../support/response-check.ts"

/** The address of a service, and the credentials to use. */
export interface Connection {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** A server API key. */
  readonly key: string
  readonly publicKey?: string | undefined
  /** The brand to look at; the account's default one when left out. */
  readonly brandSid?: string | undefined
}

/** A response, for the checks and for the OpenAPI validator. */
export interface HandledHost {
  readonly called: Called
  readonly exchange: SeenAnswer
}

/** A service that does not respond. */
export class Unreachable extends Error {}

/** Timeout of a response in milliseconds. */
const timeout = 30_000
/** The maximum `Retry-After` in seconds. */
const longestPause = 60
const attempts = 4

/** Returns a function that sends requests. It does not follow redirects, and retries after a rate limit. */
export function connect({ baseUrl, key: ownKey, brandSid }: Connection) {
  return async (method: string, path: string, options: CallOptions = {}): Promise<HandledHost> => {
    const { body, form, raw, key = ownKey, headers = {} } = options
    const request = {
      method,
      redirect: "manual" as const,
      headers: {
        ...(key === null ? {} : { [headerNames.authorization]: `Bearer ${key}` }),
        ...(brandSid === undefined ? {} : { [headerNames.brand]: brandSid }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form === undefined ? {} : { body: form }),
      ...(raw === undefined ? {} : { body: raw }),
    }
    const response = await withRetries(() => answerOf(baseUrl, path, request))
    const text = await response.text()
    const exchange = { method: method === "HEAD" ? "GET" : method, path, status: response.status, text }
    const isJson = response.headers.get("content-type")?.includes("json") === true
    return {
      called: { status: response.status, headers: response.headers, body: isJson ? parsed(text) : text },
      exchange: { ...exchange, headers: response.headers },
    }
  }
}

async function answerOf(baseUrl: string, path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(`${baseUrl}${path}`, { ...request, signal: AbortSignal.timeout(timeout) })
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error))
    const why = cause instanceof Error ? cause.message || cause.name : message
    throw new Unreachable(`${baseUrl} does not respond ${request.method} ${path}: ${why}`)
  }
}

async function withRetries(send: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await send()
    const pause = Number(response.headers.get(headerNames.retryAfter))
    if (response.status !== 429 || attempt === attempts || !(pause > 0 && pause <= longestPause)) return response
    await response.body?.cancel()
    await wait(pause * 1_000)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
