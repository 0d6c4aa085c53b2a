import { SourceMap } from "node:module"

/** What V8 tells of a script: stretches of its functions, and whether each was reached. */
export interface ScriptCoverage {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly Range[] }[]
}
interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

/** A place in a script that runs, and the line, from 0, of the file that it was made of. */
interface Place {
  readonly offset: number
  readonly file: string
  readonly line: number
}

/** Where something can begin that runs. */
const beginning = /[\w$]+|["'`{[(!-]/g

/** The places of a script by the source map at its end, in their order. `wrapped` signs come before what the map knows. */
export function placesOf(script: string, wrapped = 0): Place[] {
  const payload = /[#@] sourceMappingURL=data:application\/json[^,]*;base64,([\w+/=]+)\s*$/m.exec(script)?.[1]
  if (payload === undefined) return []
  const map = new SourceMap(JSON.parse(Buffer.from(payload, "base64").toString()))
  const places: Place[] = []
  let start = 0
  for (const [number, text] of script.split("\n").entries()) {
    const before = number === 0 ? wrapped : 0
    for (const { index } of text.matchAll(beginning)) {
      const entry = map.findEntry(number, index - before)
      // What comes before the first entry of a line is said by the last of an earlier one.
      if (!("originalLine" in entry) || entry.generatedLine !== number || index < before) continue
      places.push({ offset: start + index, file: entry.originalSource, line: entry.originalLine })
    }
    start += text.length + 1
  }
  return places
}

/** The places that were reached. A stretch within another says more of what is in it. */
export function reachedPlaces<P extends { readonly offset: number }>(
  { functions }: Pick<ScriptCoverage, "functions">,
  places: readonly P[],
): P[] {
  const ranges = functions
    .flatMap((each) => each.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  const open: Range[] = []
  let next = 0
  return places.filter(({ offset }) => {
    for (let range = ranges[next]; range && range.startOffset <= offset; range = ranges[++next]) open.push(range)
    while (open.length > 0 && (open.at(-1)?.endOffset ?? 0) <= offset) open.pop()
    return (open.at(-1)?.count ?? 0) > 0
  })
}
