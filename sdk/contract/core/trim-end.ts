/** Removes some characters from the end of a text. A pattern such as `/\/+$/` would take quadratic time. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** The path prefix in a service's address. A trailing /v1 is removed: the contract's paths begin with it. */
export function basePathOf(pathname: string): string {
  const path = trimEndOf(pathname, "/")
  return path.endsWith("/v1") ? path.slice(0, -"/v1".length) : path
}
