import { createHash } from "node:crypto"

/** A hash of a JSON value, for names of files. */
export const shortHash = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32)
