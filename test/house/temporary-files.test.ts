import { createRequire } from "node:module"
import { join } from "node:path"
import { expect, it } from "vitest"
import { temporaryFolder } from "../support/temporary-folder.ts"

it("has no package above the temporary folders of tests that a program in them would take for its own", () => {
  const { resolve } = createRequire(join(temporaryFolder(), "program.cjs"))
  expect(() => resolve("mas-sdk"), "remove package.json from the machine's temporary folder").toThrow(
    "Cannot find module 'mas-sdk'",
  )
})
