import { afterEach, beforeEach } from "vitest"
import type { CheckLine } from "../../cli/terminal/output/check-lines.ts"
import { homeWithService } from "./own/run.ts"

/** Sets up a home with a service for each test, and runs `mas conformance` in it. */
export function conformanceHome() {
  let home: ReturnType<typeof homeWithService>
  beforeEach(() => {
    home = homeWithService()
  })
  afterEach(() => home.close())
  return {
    get home() {
      return home
    },
    async look(...flags: string[]) {
      const { code, json, err } = await home.run(["conformance", "--output", "json", ...flags])
      return { code, lines: json as CheckLine[], err }
    },
  }
}

export const failed = (lines: readonly CheckLine[]): CheckLine[] => lines.filter(({ outcome }) => outcome === "failed")
export const namesIn = (lines: readonly CheckLine[]): string[] => [...new Set(lines.map(({ name }) => name))].sort()
