import { trimEndOf } from "../contract/core/trim-end.ts"

/** Names of devices: a file of that name, whatever its ending, is the device. */
const device = /^(con|prn|aux|nul|com[\d\u00b9\u00b2\u00b3]|lpt[\d\u00b9\u00b2\u00b3])(?=\s*(\.|$))/i

/** A name as a folder of a platform can hold it: Windows reads some characters, endings and whole names as something else. */
export function safeFileName(platform: NodeJS.Platform, name: string): string {
  if (platform !== "win32") return name
  const plain = trimEndOf(name.replace(/[<>:"|?*]/g, "_"), ". ")
  return plain === "" ? "download" : plain.replace(device, "_$1")
}
