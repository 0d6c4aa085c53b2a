import { redactHeaders, redactText } from "../contract/core/redact.ts"
import type { RequestEvent, ResponseEvent } from "../hooks.ts"
import { defined, messageOf } from "../transport/fields.ts"
import type { HeaderRecord } from "../transport/headers.ts"
import type { Call } from "./call.ts"
import type { CallSecrets } from "./secrets.ts"

/** How an attempt ended. */
interface Ending {
  readonly attempt: number
  readonly answer?: { readonly status: number; readonly headers: HeaderRecord } | undefined
  readonly error?: Error | undefined
  /** Milliseconds before the next attempt; undefined when there is none. */
  readonly pause?: number | undefined
}

/** Tells hooks and logger about the attempts of a call. Looking on changes nothing: what `onResponse` throws goes to the logger. */
export class Observer {
  readonly #call: Call
  readonly #secrets: CallSecrets
  #startedAt = 0

  constructor(call: Call, secrets: CallSecrets) {
    this.#call = call
    this.#secrets = secrets
  }

  /** What `onRequest` sees of an attempt that is about to be sent. */
  event(attempt: number, headers: HeaderRecord): RequestEvent {
    return { ...this.#about(attempt), headers: this.#shown(headers) }
  }

  started(): void {
    this.#startedAt = this.#call.settings.host.now()
  }

  ended({ attempt, answer, error, pause }: Ending): void {
    const { host, onResponse, logger } = this.#call.settings
    const { target, shownPath } = this.#call
    const status = answer?.status
    const durationMs = host.now() - this.#startedAt
    if (onResponse) {
      const headers = answer && this.#shown(answer.headers)
      const known = defined({ status, headers, error })
      this.#tell(onResponse, { ...this.#about(attempt), ...known, durationMs, willRetry: pause !== undefined })
    }
    if (!logger) return
    const details = { attempt, status, durationMs, ...(error && { error: this.#secrets.shown(error.message) }) }
    const line = `${target.method} ${shownPath} ${status ?? error?.name ?? ""}`
    if (pause !== undefined) logger.info?.(`${line}, again in ${Math.round(pause)} ms`, details)
    else if (error && (status ?? 500) >= 500) logger.warn?.(line, details)
    else logger.debug?.(line, details)
  }

  #shown(headers: HeaderRecord): Record<string, string> {
    return redactHeaders(headers, this.#secrets.known)
  }

  #about(attempt: number): Pick<RequestEvent & ResponseEvent, "method" | "url" | "attempt"> {
    const { settings, target, path, shownPath } = this.#call
    const [query = ""] = /\?.*/.exec(path) ?? []
    const url = settings.origin + settings.basePath + shownPath + redactText(query, this.#secrets.known)
    return { method: target.method, url, attempt }
  }

  /** A hook may be an async function by mistake: its rejection must not end the process. */
  #tell<Event>(hook: (event: Event) => unknown, event: Event): void {
    const failed = (reason: unknown) =>
      this.#call.settings.logger?.warn?.("a hook failed", { error: messageOf(reason) })
    try {
      Promise.resolve(hook(event)).catch(failed)
    } catch (reason) {
      failed(reason)
    }
  }
}
