/**
 * The file name in a `Content-Disposition` header. `filename*` (RFC 8187) takes precedence over `filename`; folders are removed.
 */
export function fileName(header: string): string | undefined {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  return safeName((extended && decoded(extended)) ?? plain?.[1]?.replace(/\\(.)/g, "$1") ?? plain?.[2])
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** The last path segment without control characters; undefined when no usable name remains. */
function safeName(name: string | undefined): string | undefined {
  const last = name
    ?.replace(/^.*[/\\]/s, "")
    .replace(/\p{Cc}/gu, "")
    .trim()
  return last && !/^\.+$/.test(last) ? last : undefined
}
