import { inspect, isDeepStrictEqual } from "node:util"

let steps = 0

/** Announces the next step. */
export function step(title: string): void {
  console.log(`\n${++steps}. ${title}`)
}

/** Prints the result of a step. */
export function say(text: string): void {
  console.log(`   ${text}`)
}

/** Prints a checked fact; ends the tour if it does not hold. */
export function check(fact: string, actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) {
    throw new Error(`Not as expected: ${fact}\n  expected ${show(expected)}\n  found    ${show(actual)}`)
  }
  say(`✓ ${fact}`)
}

const show = (value: unknown) => inspect(value, { depth: 4, breakLength: 100, maxArrayLength: 3, maxStringLength: 200 })
