import { existsSync, rmSync } from "node:fs"
import { appendFile } from "node:fs/promises"

/** Writes down an address that bounced. @param {string} address */
export async function record(address) {
  if (existsSync("disk-is-full")) {
    rmSync("disk-is-full")
    throw new Error("No space left on device")
  }
  await appendFile("bounces.txt", `${address}\n`)
}
