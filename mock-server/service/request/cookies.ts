/** The value of a cookie in the header `Cookie`; undefined if it is missing or empty. */
export function cookieIn(header: string | undefined, cookie: string): string | undefined {
  for (const part of (header ?? "").split(";")) {
    const [name, value] = part.trim().split("=", 2)
    if (name === cookie && value !== undefined && value !== "") return value
  }
  return undefined
}
