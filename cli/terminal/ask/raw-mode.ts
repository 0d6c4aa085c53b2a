import type { Source } from "../io.ts"

/** Turns raw mode on (keys arrive as typed, without echo) or off. False when there is no terminal, or it was closed. */
export function setRawMode(stdin: Source, isRaw: boolean): boolean {
  if (!("setRawMode" in stdin && typeof stdin.setRawMode === "function")) return false
  try {
    stdin.setRawMode(isRaw)
    return true
  } catch {
    return false
  }
}
