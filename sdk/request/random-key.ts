/** A key of its own, for one call. It does not survive a restart of the caller: prefer `idempotencyKey(...parts)`. */
export function randomKey(): string {
  return `mas-${crypto.randomUUID()}`
}
