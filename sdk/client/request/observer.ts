import { redactHeaders, redactText } from "../../contract/core/redact.ts"
import { ignoreErrors, type RequestEvent, type ResponseEvent } from "../hooks.ts"
import { defined, messageOf } from "../transport/fields.ts"
import type { HeaderRecord } from "../transport/headers.ts"
import type { Call } from "./call.ts"
import type { CallSecrets } from "./secrets.ts"

interface Ending {
  readonly attempt: number
  readonly response?: { readonly status: number; readonly headers: HeaderRecord } | undefined
  readonly error?: Error | undefined
  /** Milliseconds until the next attempt; undefined when there is none. */
  readonly pause?: number | undefined
}

/**
 * Reports the attempts of a call to hooks and the logger. An observer cannot change the outcome: errors of `onResponse` go to the
 * logger, and errors of the logger are dropped.
 */
export class Observer {
  readonly #call: Call
  readonly #secrets: CallSecrets
  #startedAt = 0

  constructor(call: Call, secrets: CallSecrets) {
    this.#call = call
    this.#secrets = secrets
  }

  /** The `RequestEvent` for `onRequest`. */
  event(attempt: number, headers: HeaderRecord): RequestEvent {
    return { ...this.#about(attempt), headers: this.#shown(headers) }
  }

  started(): void {
    this.#startedAt = this.#call.settings.host.now()
  }

  ended({ attempt, response, error, pause }: Ending): void {
    const { onResponse } = this.#call.settings
    const { target, shownPath } = this.#call
    const status = response?.status
    const durationMs = this.#call.settings.host.now() - this.#startedAt
    if (onResponse) {
      const headers = response && this.#shown(response.headers)
      const outcome = defined({ status, headers, error })
      const event = { durationMs, willRetry: pause !== undefined, ...outcome, ...this.#about(attempt) }
      ignoreErrors(
        () => onResponse(event),
        (reason) => this.#log("warn", "a hook failed", { error: messageOf(reason) }),
      )
    }
    const details = { attempt, status, durationMs, ...(error && { error: this.#secrets.shown(error.message) }) }
    const line = `${target.method} ${shownPath} ${status ?? error?.name ?? ""}`
    if (pause !== undefined) this.#log("info", `${line}, again in ${Math.round(pause)} ms`, details)
    else this.#log(error && (status ?? 500) >= 500 ? "warn" : "debug", line, details)
  }

  #log(level: "debug" | "info" | "warn", line: string, details: object): void {
    ignoreErrors(() => this.#call.settings.logger?.[level]?.(line, details))
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
}
