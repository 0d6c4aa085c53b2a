import { warnProcess } from "../base/platform.ts"

/** An attempt that is about to be sent, as hooks see it. */
export interface RequestEvent {
  /** The method of the request. */
  readonly method: string
  /** With its query; secrets in the path are replaced. */
  readonly url: string
  /** The headers that are sent. Credentials read `[redacted]`; headers added by `onRequest` are missing. */
  readonly headers: Readonly<Record<string, string>>
  /** From 1. */
  readonly attempt: number
}

/** How an attempt ended, as hooks see it. */
export interface ResponseEvent extends Omit<RequestEvent, "headers"> {
  /** Absent when no response arrived. */
  readonly status?: number
  /** Response headers; credentials read `[redacted]`. Absent when no response arrived. */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds until the end of the body, or until the head when the body is streamed. */
  readonly durationMs: number
  /** Why the attempt failed: an error status, or why no response arrived. */
  readonly error?: Error
  /** True when another attempt follows. */
  readonly willRetry: boolean
}

/** Headers to merge into those of a request, as with the option `headers`. */
export type AddedHeaders = Readonly<Record<string, string | number | null | undefined>>

/** The return value of a hook: headers to add, or nothing. A number, as `push` returns, adds none. */
// biome-ignore lint/suspicious/noConfusingVoidType: a hook that only observes returns nothing.
export type HookResult = AddedHeaders | number | void

/**
 * Runs before each attempt. Headers that it returns or resolves with are added; other values are ignored. If it throws or
 * rejects, nothing is sent, and the call rejects with that error.
 */
export type RequestHook = (event: RequestEvent) => HookResult | Promise<HookResult>

/** Runs after each attempt. If it throws, the error is logged and otherwise ignored: an observer cannot break a request. */
export type ResponseHook = (event: ResponseEvent) => void

/** Receives the client's log lines; `console` fits. Details never contain a credential, a body or a query. */
export interface Logger {
  /** Each request and response. */
  debug?(message: string, details?: unknown): void
  /** Notable events, such as retries. */
  info?(message: string, details?: unknown): void
  /** Problems that do not stop the client. */
  warn?(message: string, details?: unknown): void
  /** Errors. */
  error?(message: string, details?: unknown): void
}

/** Warns of something that the caller should put right: with a logger there, else as a warning of the process. */
export function warn(logger: Logger | undefined, text: string, details: object = {}): void {
  ignoreErrors(() => (logger ? logger.warn?.(text, details) : warnProcess(text)))
}

/** Runs an observer. Its errors and rejections are dropped. */
export function ignoreErrors(run: () => unknown, failed: (reason: unknown) => void = () => {}): void {
  const runs = async () => run()
  runs().catch(failed)
}
