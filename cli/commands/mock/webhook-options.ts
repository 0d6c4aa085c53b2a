import { textOf } from "../../line/flag-values.ts"
import type { Values } from "../../line/read-command.ts"

/** The address that `mas mock` listens on. */
export const hostOf = (flags: Values): string => textOf(flags, "host") ?? "127.0.0.1"

export const isLoopbackHost = (host: string): boolean => /^(127(\.\d{1,3}){3}|localhost|::1)$/.test(host)

export interface WebhookOptions {
  readonly allowLocalWebhooks: boolean
  readonly webhookTime: "world" | "real"
}

/**
 * Where webhooks may go, and whose clock signs them. On loopback a new user's receiver is on this machine and uses its
 * clock; a server that others reach must not lead them into this machine.
 */
export function webhookOptions(flags: Values): WebhookOptions {
  const isPrivate = isLoopbackHost(hostOf(flags))
  const signWith = textOf(flags, "sign-with") ?? (isPrivate ? "real" : "world")
  const local = flags["local-webhooks"]
  return {
    allowLocalWebhooks: typeof local === "boolean" ? local : isPrivate,
    webhookTime: signWith === "real" ? "real" : "world",
  }
}

/** The options as a sentence, with the flags that change them. */
export function webhooksText({ allowLocalWebhooks, webhookTime }: WebhookOptions): string {
  const target = allowLocalWebhooks
    ? "to this machine and the internet (--no-local-webhooks: not to this machine)"
    : "to the internet only (--local-webhooks: to this machine, too)"
  const signer =
    webhookTime === "real"
      ? "by this machine's clock (--sign-with world: by the mock server's)"
      : "by the mock server's clock (--sign-with real: by this machine's)"
  return `${target}, signed ${signer}`
}
