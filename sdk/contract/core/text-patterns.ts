// Text patterns that are also needed without a schema.

import { limits } from "./limits.ts"

/**
 * An e-mail address: dots only between words, and a domain of at least two labels of 63 characters, in any script. At most
 * 254 characters, 64 of them before the @. Without the flag `i`, which would let in letters that only look like ours before the @.
 */
export const emailPattern = new RegExp(
  [
    `^(?=.{1,${limits.emailLength}}$)(?=[^@]{1,${limits.emailLocalLength}}@)`,
    String.raw`[\w!#$%&'*+/=?^{|}~\x60-]+(?:\.[\w!#$%&'*+/=?^{|}~\x60-]+)*@`,
    String.raw`(?:[\p{L}\d](?:[\p{L}\p{M}\d-]{0,61}[\p{L}\p{M}\d])?\.)+(?:\p{L}[\p{L}\p{M}]+|[xX][nN]--[A-Za-z\d-]+)$`,
  ].join(""),
  "u",
)
/** A phone number in E.164 form, such as `+4915112345678`. */
export const phonePattern = /^\+[1-9]\d{6,14}$/

export const isEmail = (text: string): boolean => emailPattern.test(text)

/** The address in `Acme <hello@acme.test>`; otherwise the text itself. */
export const addressOf = (sender: string): string => /^[^<>]*<([^<>]+)>$/.exec(sender)?.[1] ?? sender
