import { readText } from "../../../sdk/client/transport/failure.ts"
import { type HeaderRecord, headerOf } from "../../../sdk/client/transport/headers.ts"
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from "../../../sdk/client/transport/transport.ts"
import { mayHaveEffect } from "../../../sdk/client/verdict.ts"
import { jsonFromText } from "../../../sdk/contract/core/parse-text.ts"
import { countText } from "../../terminal/output/numbers.ts"
import type { Redactor } from "../../terminal/output/redactor.ts"

export interface DryRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Replaces generated values in a dry run, so that its output is the same each time. */
export const generatedPlaceholder = "made-up-for-each-call"

/** A transport that keeps the first request, sends nothing and fails. */
export interface DryTransport extends Transport {
  readonly request: DryRequest | undefined
}

/**
 * Replaces the real transport under `--dry-run`: it shows what the client would have sent. Read requests use `reads`,
 * when a command needs them to tell what it would do.
 */
export function dryTransport(redactor: Redactor, reads?: Transport): DryTransport {
  let first: DryRequest | undefined
  return {
    ...reads,
    name: "dry-run",
    get request() {
      return first
    },
    async send(request) {
      if (reads && request.method === "GET") return reads.send(request)
      first ??= {
        method: request.method,
        url: redactor.text(request.origin + request.path),
        headers: redactor.headers(withoutBoundary(request.headers)),
        body: redactor.value(await bodyOf(request)),
      }
      throw new TransportError("nothing is sent in a dry run", true)
    },
  }
}

function withoutBoundary(headers: TransportRequest["headers"]): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    value.replace(/(?<=; boundary=).*/, generatedPlaceholder),
  ])
  return Object.fromEntries(entries)
}

async function bodyOf({ body, headers }: TransportRequest): Promise<unknown> {
  if (body === null) return null
  return typeof body === "string" ? jsonFromText(body) : uploadOf(body, headers)
}

/** Describes an upload: its fields, and the file by its name. The first piece holds everything before the file. */
async function uploadOf(
  pieces: AsyncIterable<Uint8Array>,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  for await (const piece of pieces) {
    const head = new TextDecoder().decode(piece)
    const fields = [...head.matchAll(/name="([^"]+)"\r\n\r\n([^\r]*)\r\n/g)].map(([, name, text = ""]) => [name, text])
    const file = /filename="([^"]*)"/.exec(head)?.[1]
    return { ...Object.fromEntries(fields), file, size: sizeText(headers) }
  }
  return sizeText(headers)
}

function sizeText(headers: Readonly<Record<string, string>>): string {
  const size = headers["Content-Length"]
  return `(multipart/form-data, ${size === undefined ? "of unknown size" : `${countText(size)} bytes`})`
}

/** A transport that returns successful responses other than JSON as a stream, even if text was requested. */
export function streamUnlessJson(inner: Transport): Transport {
  return {
    ...inner,
    async send(request) {
      if (request.read === "stream") return inner.send(request)
      const response = await inner.send(streamed(request))
      const { stream, headers } = response
      const type = headerOf(headers, "content-type")
      if (!stream || (response.status < 300 && type && !/[/+]json\b/i.test(type))) return response
      return readText({ status: response.status, headers }, stream, request.maxBytes)
    },
  }
}

const streamed = (request: TransportRequest): TransportRequest =>
  new Proxy(request, { get: (target, name) => (name === "read" ? "stream" : Reflect.get(target, name)) })

export const heardTransport = (inner: Transport, onResponse: (response: TransportResponse) => void): Transport => ({
  ...inner,
  async send(request) {
    const response = await inner.send(request)
    onResponse(response)
    return response
  },
})

/** Tracks writes whose outcome is unknown (no response, or 5xx), and the writes that succeeded. */
export function watchedTransport(inner: Transport) {
  let isInDoubt = false
  const written = { count: 0, key: undefined as string | undefined }
  /** Open writes: an interruption or timeout is reported before the transport settles. */
  const open = new Set<TransportRequest>()
  return {
    ...inner,
    get isInDoubt() {
      return isInDoubt || [...open].some(({ sent }) => sent !== false)
    },
    get hasWritten() {
      return written.count > 0
    },
    written: written as Readonly<typeof written>,
    async send(request: TransportRequest) {
      if (request.method === "GET") return inner.send(request)
      open.add(request)
      try {
        const response = await inner.send(request)
        if (mayHaveEffect({ status: response.status, body: undefined })) isInDoubt = true
        if (response.status < 300) {
          written.count++
          written.key = request.headers["Idempotency-Key"]
        }
        return response
      } catch (error) {
        if (!(error instanceof TransportError && error.neverSent)) isInDoubt = true
        throw error
      } finally {
        open.delete(request)
      }
    },
  }
}

/** Shows every exchange as it happens, without secrets. */
export function debugTransport(
  inner: Transport,
  redactor: Redactor,
  show: (line: string) => void,
  now: () => number,
): Transport {
  const headerLines = (sign: string, headers: HeaderRecord) => {
    for (const [name, value] of Object.entries(redactor.headers(headers))) show(`${sign} ${name}: ${value}`)
  }
  return {
    ...inner,
    async send(request) {
      redactor.addFrom(request)
      show(`> ${request.method} ${redactor.text(request.origin + request.path)}`)
      headerLines(">", request.headers)
      if (typeof request.body === "string") show(`> ${redactor.body(request.body)}`)
      else if (request.body) show(`> ${sizeText(request.headers)}`)
      const started = now()
      const response = await inner.send(request).catch((error: Error) => {
        show(`< ${redactor.text(error.message)} (${countText(now() - started)} ms)`)
        throw error
      })
      show(`< ${response.status} (${countText(now() - started)} ms)`)
      headerLines("<", response.headers)
      if (response.text) show(`< ${redactor.body(response.text)}`)
      return response
    },
  }
}
