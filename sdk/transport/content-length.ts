import type { HeaderRecord } from "./headers.ts"

/** True for a body of known length within the limit. Node decodes nothing silently and reads no more than announced. */
export const hasFixedLengthWithin = (maxBytes: number, headers: HeaderRecord): boolean =>
  Number(headers["content-length"]) <= maxBytes
