import { readFileSync } from "node:fs"
import {
  compilers,
  environments,
  forms,
  resolutions,
  runners,
  runtimes,
  titleOf,
  toolVersions,
} from "../../test/runtimes/cells.ts"
import { filled } from "./reference/limits.ts"
import { table } from "./reference/markdown.ts"

/** `docs/support.md`: the cells of `test/runtimes/cells.ts`, which the tests also use, inserted into support.md. */
export function renderSupport(): string {
  return filled(readFileSync(new URL("support.md", import.meta.url), "utf8"), {
    runtimes: () =>
      marks(
        "Runtime",
        forms,
        runtimes.map((runtime) => [titleOf(runtime), forms.map((form) => runtime.forms.includes(form))]),
      ),
    runners: () =>
      marks(
        "Runner",
        environments,
        runners.map((runner) => [versionOf(runner), environments.map(() => true)]),
      ),
    compilers: () =>
      marks(
        "Compiler",
        resolutions,
        Object.keys(compilers).map((version) => [`TypeScript ${version}`, resolutions.map(() => true)]),
      ),
    version: versionOf,
  })
}

const versionOf = (tool: string) => `${tool} ${toolVersions[tool]}`

function marks(
  heading: string,
  columns: readonly string[],
  rows: readonly (readonly [name: string, has: readonly boolean[]])[],
): string {
  const cells = rows.map(([name, has]) => [name, ...has.map((one) => (one ? "yes" : ""))])
  return table([heading, ...columns], cells)
}
