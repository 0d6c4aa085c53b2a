/** The file name in a `Content-Disposition` header: `filename*` (RFC 5987) before `filename`; never with a folder. */
export function fileName(header: string | null): string | undefined {
  if (header === null) return undefined
  const extended = /;\s*filename\*\s*=\s*(utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(header)
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  const named = extended && decodeExtended(extended[1] ?? "", extended[2] ?? "")
  return safeName(named ?? plain?.[1]?.replace(/\\(.)/g, "$1") ?? plain?.[2])
}

function decodeExtended(charset: string, value: string): string | undefined {
  if (charset.toLowerCase() !== "utf-8")
    return value.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** The last segment, without control characters; undefined when nothing is left that can name a file. */
function safeName(name: string | undefined): string | undefined {
  const last = name
    ?.replace(/^.*[/\\]/s, "")
    .replace(/\p{Cc}/gu, "")
    .trim()
  return last && !/^\.+$/.test(last) ? last : undefined
}
