import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { repetitions } from "../../../support/repetitions.ts"
import { buildReceiver } from "./processes.ts"
import type { AfterStorm } from "./storm.ts"

export const size = { events: repetitions(200, 600), kills: repetitions(8, 25), restarts: 2 }
export const limit = 600_000

/** A folder and the receivers' program, for the tests of one file. */
export function stormFiles(): { readonly folder: string; readonly program: string } {
  const folder = mkdtempSync(join(tmpdir(), "mas-storm-"))
  let program = ""
  beforeAll(async () => {
    program = await buildReceiver()
  })
  afterAll(() => {
    rmSync(folder, { recursive: true })
    rmSync(program)
  })
  return {
    folder,
    get program() {
      return program
    },
  }
}

/** Events that were not handled exactly once, with the number of crashes that hit them. */
export type Odd = ReturnType<typeof notOnce>[number]
export const notOnce = ({ done, crashes }: AfterStorm) =>
  [...done].filter(([, times]) => times !== 1).map(([id, times]) => ({ id, times, crashes: crashes.get(id) ?? 0 }))
