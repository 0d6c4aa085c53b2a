/** The file name in a `Content-Disposition` header: `filename*` (RFC 8187) before `filename`; never with a folder. */
export function fileName(header: string | null): string | undefined {
  if (header === null) return undefined
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

/** The last segment, without control characters; undefined when nothing is left that can name a file. */
function safeName(name: string | undefined): string | undefined {
  const last = name
    ?.replace(/^.*[/\\]/s, "")
    .replace(/\p{Cc}/gu, "")
    .trim()
  return last && !/^\.+$/.test(last) ? last : undefined
}

/** Names of devices: a file of that name, whatever its ending, is the device. */
const device = /^(con|prn|aux|nul|com[\d\u00b9\u00b2\u00b3]|lpt[\d\u00b9\u00b2\u00b3])(?=\s*(\.|$))/i

/** A name as a folder of a platform can hold it: Windows reads some characters, endings and whole names as something else. */
export function nameOn(platform: NodeJS.Platform, name: string): string {
  if (platform !== "win32") return name
  const plain = name.replace(/[<>:"|?*]/g, "_").replace(/[. ]+$/, "")
  return plain === "" ? "download" : plain.replace(device, "_$1")
}
