import type { HeaderRecord } from "./headers.ts"

/** Whether a body comes whole and is no longer than that: Node decodes nothing without saying so, and takes no more than was announced. */
export const hasFixedLengthWithin = (maxBytes: number, headers: HeaderRecord): boolean =>
  Number(headers["content-length"]) <= maxBytes
