/** A text without any of some characters at its end. The pattern for it, such as `/\/+$/`, takes quadratic time. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** What the path of a service's address adds to those of the contract. They begin with /v1, so that one at its end is theirs. */
export function basePathOf(pathname: string): string {
  const path = trimEndOf(pathname, "/")
  return path.endsWith("/v1") ? path.slice(0, -"/v1".length) : path
}
