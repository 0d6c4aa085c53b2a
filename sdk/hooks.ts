/** An attempt about to be sent, as hooks see it. */
export interface RequestEvent {
  readonly method: string
  /** With its query; secrets in the path are replaced. */
  readonly url: string
  /** As they are sent, but for credentials, which read `[redacted]`, and for what `onRequest` adds. */
  readonly headers: Readonly<Record<string, string>>
  /** From 1. */
  readonly attempt: number
}

/** How an attempt ended, as hooks see it. */
export interface ResponseEvent extends Omit<RequestEvent, "headers"> {
  /** Absent when no answer came. */
  readonly status?: number
  /** Of the answer; credentials read `[redacted]`. Absent when no answer came. */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds from sending to the end of the body, or of the head where the body is handed out as a stream. */
  readonly durationMs: number
  /** Why it failed: an answer with an error status, or why none came. */
  readonly error?: Error
  /** True when another attempt follows. */
  readonly willRetry: boolean
}

/** Headers to be laid over those of a request, as the option `headers` is. */
export type AddedHeaders = Readonly<Record<string, string | number | null | undefined>>

/** What a hook gives: headers to add, or nothing; a number is what `push` gives, and adds none. */
// biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks on gives nothing.
export type HookResult = AddedHeaders | number | void

/**
 * Has its say before each attempt: what it returns, or resolves with, are headers to add; anything but an object adds
 * none. When it throws or rejects, nothing is sent, and the call rejects with that very error.
 */
export type RequestHook = (event: RequestEvent) => HookResult | Promise<HookResult>

/** Must not throw: what it throws is logged and otherwise ignored, so that looking on cannot break a request. */
export type ResponseHook = (event: ResponseEvent) => void

/** Where the client's talk goes; `console` fits. Details never hold a credential, a body or a query. */
export interface Logger {
  debug?(message: string, details?: unknown): void
  info?(message: string, details?: unknown): void
  warn?(message: string, details?: unknown): void
  error?(message: string, details?: unknown): void
}
