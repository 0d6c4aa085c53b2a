/** A rule in our own words, and the tests that prove it: each `file: part of its title`, the file from `test/mock-server`. */
export type Rule = readonly [rule: string, proof: string, ...proofs: string[]]

/** The rules of one section of the specification, in its order. */
export interface RuleSection {
  /** As the specification names it, and as the tags in test titles do. */
  readonly title: string
  readonly rules: readonly Rule[]
}
