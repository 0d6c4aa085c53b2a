/** Where the client's talk goes; `console` fits. Details never hold a credential, a body or a query. */
export interface Logger {
  debug?(message: string, details?: unknown): void
  info?(message: string, details?: unknown): void
  warn?(message: string, details?: unknown): void
  error?(message: string, details?: unknown): void
}
