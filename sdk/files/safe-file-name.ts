import { trimEndOf } from "../contract/core/trim-end.ts"

/** Windows device names: a file of that name is the device, whatever its extension. */
const device = /^(con|prn|aux|nul|com[\d\u00b9\u00b2\u00b3]|lpt[\d\u00b9\u00b2\u00b3])(?=\s*(\.|$))/i

/** A file name that the platform can store. Windows gives some characters, endings and whole names another meaning. */
export function safeFileName(platform: NodeJS.Platform, name: string): string {
  if (platform !== "win32") return name
  const plain = trimEndOf(name.replace(/[<>:"|?*]/g, "_"), ". ")
  return plain === "" ? "download" : plain.replace(device, "_$1")
}
