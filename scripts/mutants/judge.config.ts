import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { base } from "../../vitest.config.ts"
import { root } from "../lib/run.mjs"

const tests = (process.env.MUTANTS_TESTS ?? "").split(" ")
const places = new Map(tests.map((test, place) => [join(root, test), place]))
const placeOf = ({ moduleId }: TestSpecification) => places.get(moduleId) ?? 0

/** In the order that they are named in: the first that finds the fault is enough. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

/** The tests that look for one fault: `npm run mutants:sample` names them, and makes what is generated where it matters. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    ...{ globalSetup: [], include: tests, exclude: [] },
    ...{ bail: 1, maxWorkers: 1, sequence: { sequencer: AsNamed } },
    // What has no fault is transformed once for all faults.
    experimental: { fsModuleCache: true },
  },
})
