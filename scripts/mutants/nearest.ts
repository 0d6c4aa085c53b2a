const wordsOf = (file: string) => file.replace(/\.(test\.)?tsx?$/, "").split(/[^a-z0-9]+/)

/** Tests, those first whose names have most in common with a file's: what is rare counts more. */
export function nearest(file: string, tests: readonly string[]): string[] {
  const words = new Set(wordsOf(file))
  const weight = (word: string) => 1 / tests.filter((test) => wordsOf(test).includes(word)).length
  const score = (test: string) => wordsOf(test).reduce((sum, word) => sum + (words.has(word) ? weight(word) : 0), 0)
  const scored = tests.map((test) => ({ test, score: score(test) }))
  return scored.sort((one, other) => other.score - one.score).map(({ test }) => test)
}
