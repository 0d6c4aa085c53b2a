import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { buffer } from "node:stream/consumers"
import { countText } from "../output/numbers.ts"
import { safeLine } from "../output/safe-text.ts"
import { causeOf } from "../report/connection-cause.ts"

export interface Posted {
  readonly status: number
  readonly contentType: string | undefined
  readonly body: Buffer
}

interface PostOptions {
  /** Names and values in turn, or by name. */
  readonly headers: readonly string[] | Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Milliseconds for the whole exchange; 0 is for ever. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
  /** True where a certificate need not be one that is trusted. */
  readonly anyCertificate?: boolean
}

/** Posts bytes as the service would: no redirect is followed, nothing is repeated. Rejects when no whole answer came. */
export function post(
  url: string,
  { headers, body, timeout, signal, anyCertificate = false }: PostOptions,
): Promise<Posted> {
  const late = timeout === 0 ? [] : [AbortSignal.timeout(timeout)]
  const limits = AbortSignal.any(signal ? [signal, ...late] : late)
  const send = url.startsWith("https:") ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = send(
      url,
      { method: "POST", headers, signal: limits, agent: false, rejectUnauthorized: !anyCertificate },
      (answer) => {
        const { statusCode: status = 0, headers } = answer
        buffer(answer).then((body) => resolve({ status, contentType: headers["content-type"], body }), fail)
      },
    )
    const fail = (error: Error) =>
      reject(limits.aborted && !signal?.aborted ? new Error(`no answer within ${countText(timeout / 1000)} s`) : error)
    sent.on("error", fail)
    sent.end(body)
  })
}

/** Characters of an answer's first line that are shown. */
const shownOfLine = 200

/** The first line of a response that is not blank, safe for a terminal; undefined if all are. */
export function firstLine({ body }: Pick<Posted, "body">): string | undefined {
  const lines = new TextDecoder()
    .decode(body)
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
