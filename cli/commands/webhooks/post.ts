import { type IncomingMessage, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { host, withTimeout } from "../../../sdk/client/request/host.ts"
import { defined } from "../../../sdk/client/transport/fields.ts"
import { countText } from "../../terminal/output/numbers.ts"
import { safeLine } from "../../terminal/output/safe-text.ts"
import { causeOf } from "../../terminal/report/connection-cause.ts"

export interface Posted {
  readonly status: number
  readonly contentType: string | undefined
  /** At most `mostBytes`. */
  readonly body: Buffer
  /** True when the response was longer: the rest was not read. */
  readonly isCut: boolean
}

/** Bytes read of a response: a wrong route may respond without end. */
const mostBytes = 5 * 1024 * 1024
/** Characters of a response that are shown. */
export const shownLength = 64 * 1024

/** What to say about a response that was cut. */
export const cutText = (url: string): string =>
  `${url} responded with more than 5 MiB: the rest was not read. Does the address lead to the receiver of webhooks?`

interface PostOptions {
  /** Alternating names and values, or an object. */
  readonly headers: readonly string[] | Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Timeout in milliseconds for the whole exchange; 0 means none. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
  /** True to accept any certificate. */
  readonly anyCertificate?: boolean
}

/** Posts bytes as the service would, without redirects and retries. Rejects when the response is missing or incomplete; reads 5 MiB of it at most. */
export function post(
  url: string,
  { headers, body, timeout, signal, anyCertificate = false }: PostOptions,
): Promise<Posted> {
  const send = url.startsWith("https:") ? requestHttps : requestHttp
  const options = { method: "POST", headers, agent: false, rejectUnauthorized: !anyCertificate }
  // Not `AbortSignal.timeout`: on Node 20 a garbage collection can end it while it is waited for.
  return withTimeout(host, {
    ms: timeout || Number.POSITIVE_INFINITY,
    signal,
    run: (limit) =>
      new Promise((resolve, reject) => {
        const sent = send(url, { ...options, ...defined({ signal: limit }) }, (response) => {
          const { statusCode: status = 0, headers } = response
          readBounded(response).then(
            (read) => resolve({ status, contentType: headers["content-type"], ...read }),
            reject,
          )
        })
        sent.on("error", reject)
        sent.end(body)
      }),
    late: () => new Error(`no response within ${countText(timeout / 1000)} s`),
  })
}

/** Reads a response up to the bound, and then closes its connection. */
async function readBounded(response: IncomingMessage): Promise<Pick<Posted, "body" | "isCut">> {
  const parts: Buffer[] = []
  let remaining = mostBytes
  for await (const part of response) {
    parts.push(part.subarray(0, remaining))
    remaining -= part.length
    // Leaving the loop destroys the response.
    if (remaining < 0) break
  }
  return { body: Buffer.concat(parts), isCut: remaining < 0 }
}

/** Characters shown of a response's first line. */
const shownOfLine = 200

/** The first non-blank line of a response, safe for a terminal; undefined if there is none. */
export function firstLine({ body }: Pick<Posted, "body">): string | undefined {
  const lines = new TextDecoder()
    .decode(body.subarray(0, shownLength))
    .split(/[\r\n]+/, 100)
    .map((line) => safeLine(line).trim())
  const line = lines.find((text) => text !== "")
  if (line === undefined || line.length <= shownOfLine) return line
  return `${line.slice(0, shownOfLine).replace(/[\ud800-\udbff]$/, "")}…`
}

export function reasonOf(error: unknown, url: string): string {
  if (!(error instanceof Error)) return String(error)
  return causeOf(error, url)?.reason ?? error.message
}
