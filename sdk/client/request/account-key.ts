import { sha256 } from "../sha256.ts"

/** The hash of a text in hexadecimal digits. */
export const hexHash = (text: string): string =>
  Array.from(atob(sha256(text).replaceAll("-", "+").replaceAll("_", "/")), (byte) =>
    byte.charCodeAt(0).toString(16).padStart(2, "0"),
  ).join("")

const keyOf = (parts: readonly unknown[]) => hexHash(JSON.stringify(parts)).slice(0, 32)

/** Identifies an account. A mock server that was started again, or reset, has forgotten what it was sent: it is another one. */
export function accountKey(id: number, mockHeader: string | null): string {
  const instance = (mockHeader ?? "").split("; ").filter((part) => /^(?:world|instance|resets)=/.test(part))
  return keyOf([id, ...instance])
}

/** Identifies an account that its own credential cannot read: another credential counts as another account. */
export const unreadAccountKey = (secret: string | undefined, accountId: string | undefined): string =>
  keyOf(["credential", secret, accountId])
