import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"

/** Creates a folder that is removed with its contents after the tests of the file, or, with `onTestFinished`, after this test. */
export function temporaryFolder(after: (remove: () => void) => unknown = afterAll): string {
  const folder = mkdtempSync(join(tmpdir(), "mas-sdk-test-"))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
