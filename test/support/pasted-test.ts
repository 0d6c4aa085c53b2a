import { expect } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"

const imported = { Mas, createMockService, expect }
const importLine = /^import \{ ([\w, ]+) \} from "(?:mas-sdk|mas-sdk\/mock-server|vitest)"\n/gm

/**
 * Runs a test that the mock server has written, as it stands: what it imports is what this project's own tests have. Answers
 * false for one that is skipped, with the reason at its top.
 */
export async function runPasted(text: string): Promise<boolean> {
  const names = [...text.matchAll(importLine)].flatMap(([, list = ""]) => list.split(", ")).sort()
  expect(names).toEqual(["Mas", "createMockService", "expect", "it"])
  let run: (() => Promise<void>) | undefined
  const it = (_: string, body: () => Promise<void>) => {
    run = body
  }
  it.skip = () => {
    expect(text).toMatch(/^\/\/ Skipped, since it cannot be made again as it was:\n\/\/ - /)
    run = async () => {}
  }
  new Function(...Object.keys(imported), "it", text.replaceAll(importLine, ""))(...Object.values(imported), it)
  if (run === undefined) throw new Error("There is no test in it")
  await run()
  return !text.startsWith("// Skipped")
}
