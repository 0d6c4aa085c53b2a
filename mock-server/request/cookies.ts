/** The value of a cookie in the header `Cookie`; undefined where it is not there, or empty. */
export function cookieIn(header: string | undefined, cookie: string): string | undefined {
  for (const part of (header ?? "").split(";")) {
    const [name, value] = part.trim().split("=", 2)
    if (name === cookie && value !== undefined && value !== "") return value
  }
  return undefined
}
