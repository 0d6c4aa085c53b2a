import { writeFileSync } from "node:fs"
import { join } from "node:path"

/** Writes what examples of the help take from a user: the days that `mas simulate` is to live through. */
export function writeExampleFiles(folder: string): void {
  writeFileSync(join(folder, "shop-day.mjs"), 'export default (day) => day.sleep("1h")')
}
