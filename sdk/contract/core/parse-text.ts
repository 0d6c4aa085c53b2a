// Parses one text as one value of a declared type. Unparsable text is returned unchanged, so that validation reports it.

/** A JSON value. */
type Json = string | number | boolean | null | readonly unknown[] | { readonly [key: string]: unknown }

/** Plain decimal within the safe range: `0`, `42`, `-7`; not `+1`, `007`, `1.0`, `1e3`, `0x10`. */
export function integerFromText(text: string): number | string {
  const value = Number(text)
  return /^(0|-?[1-9]\d*)$/.test(text) && Number.isSafeInteger(value) ? value : text
}

/** Plain decimal, with or without a fraction; a whole number only if it is represented exactly. */
export function numberFromText(text: string): number | string {
  const value = Number(text)
  const fits = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && fits ? value : text
}

/** `true` and `false`. */
export function booleanFromText(text: string): boolean | string {
  return text === "true" ? true : text === "false" ? false : text
}

/** Parses JSON. Text that is not JSON stays text. */
export function jsonFromText(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
