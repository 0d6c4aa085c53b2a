import type { Io } from "../io.ts"

/**
 * Whether somebody may be asked, where there is a terminal: not with `--no-input`, MAS_NO_INPUT, or CI, whose runners may give a
 * job a terminal that nobody sits at. MAS_NO_INPUT=0 allows it in spite of CI.
 */
export function mayAsk(argv: readonly string[], { CI: ci = "", MAS_NO_INPUT: noInput = "" }: Io["env"]): boolean {
  const end = argv.indexOf("--")
  if ((end < 0 ? argv : argv.slice(0, end)).some((word) => /^--no-input(=true)?$/.test(word))) return false
  return noInput === "" ? isNo(ci) : isNo(noInput)
}

const isNo = (value: string) => /^(|0|false|no|off)$/i.test(value.trim())

/** The same process with nobody at its keyboard: nothing is asked and nothing paged. */
export function withoutQuestions(io: Io): Io {
  return Object.create(io, {
    // Made when it is first used, as in the process itself.
    stdin: { get: () => ({ [Symbol.asyncIterator]: () => io.stdin[Symbol.asyncIterator]() }) },
    startPager: { value: undefined },
  })
}
