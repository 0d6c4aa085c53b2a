import type { Source } from "../io.ts"

/** Has keys come as they are typed and shown nowhere, or line by line again. False where there is no terminal, or none any more. */
export function setRawMode(stdin: Source, isRaw: boolean): boolean {
  if (!("setRawMode" in stdin && typeof stdin.setRawMode === "function")) return false
  try {
    stdin.setRawMode(isRaw)
    return true
  } catch {
    return false
  }
}
