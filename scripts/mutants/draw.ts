import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Random } from "../../mock-server/base/random.ts"
import { root, tool } from "../lib/run.mjs"
import { ensureStryker } from "./stryker.ts"

type Place = { readonly line: number; readonly column: number }
/** A small fault: what a stretch of a file's text becomes. Lines and columns count from 0. */
export interface Mutant {
  readonly fileName: string
  readonly replacement: string
  readonly location: { readonly start: Place; readonly end: Place }
}

/** Every small fault that Stryker knows of these files. */
export async function mutantsOf(files: readonly string[]): Promise<readonly Mutant[]> {
  await ensureStryker()
  const { Instrumenter } = await import(tool("@stryker-mutator/instrumenter/dist/src/index.js"))
  const silent = new Proxy({}, { get: () => () => false })
  const described = files.map((name) => ({ name, content: readFileSync(join(root, name), "utf8"), mutate: true }))
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true }
  return (await new Instrumenter(silent).instrument(described, options)).mutants
}

/** A file's text with the fault. */
export function mutated(source: string, { location: { start, end }, replacement }: Mutant): string {
  const lines = source.split("\n")
  const at = ({ line, column }: Place) => lines.slice(0, line).join("\n").length + (line > 0 ? 1 : 0) + column
  return source.slice(0, at(start)) + replacement + source.slice(at(end))
}

/** The same things in an order drawn by lot: the same for the same seed. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = new Random(seed)
  const drawn = items.map((item) => ({ item, lot: random.uint32() }))
  return drawn.sort((a, b) => a.lot - b.lot).map(({ item }) => item)
}
