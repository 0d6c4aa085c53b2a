import { execFileSync } from "node:child_process"
import { describe, expect, expectTypeOf, it } from "vitest"
import { root } from "../../support/files.ts"
import type * as program from "./uses-every-endpoint.ts"

/** The flags of tsconfig.json that affect the result; one thread, so that the count is the same on every machine. */
const flags =
  "--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck --target ES2022 --lib ES2023,DOM,DOM.Iterable --module ESNext --moduleResolution bundler --allowImportingTsExtensions --types node --extendedDiagnostics --singleThreaded"

describe("type checking the contract", () => {
  // Measured: 17,500 types and 0.15 s for all schemas, every field of every request and response. Twice as many: an
  // inferred type replaced a written one, or a constraint is too complex (`z.ZodType` for `z.core.$ZodType`).
  it("costs at most 20,000 types, with every request and response", () => {
    expectTypeOf<typeof program>().toHaveProperty("requests")
    const args = [
      "node_modules/typescript-7/bin/tsc",
      ...flags.split(" "),
      "test/types/contract/uses-every-endpoint.ts",
    ]
    const output = execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" })
    const types = Number(/^Types:\s+(\d+)$/m.exec(output)?.[1])
    expect(types).toBeGreaterThan(5_000)
    expect(types).toBeLessThanOrEqual(20_000)
  })
})
