/** How deep brackets are nested in JSON, outside texts: before it is parsed, because writing it again needs as deep a stack. */
export function depthOfJson(json: string): number {
  let depth = 0
  let deepest = 0
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)|[[\]{}]/gs)) {
    if (token === "{" || token === "[") deepest = Math.max(deepest, ++depth)
    else if (token === "}" || token === "]") depth--
  }
  return deepest
}
