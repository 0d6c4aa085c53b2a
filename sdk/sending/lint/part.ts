import { type LintFinding, type LintRule, lintRules } from "./rules.ts"

/** Records a rule violation at an offset in a text. */
export type Report = (rule: LintRule, at: number, excerpt: string) => void

const maxExcerpt = 60
/** Maximum number of findings of a message: finding the line of each takes time. */
const maxFindings = 100

/** A reporter for one part of a message. Fields that are a single line have no line and column. */
export function reporter(part: string, text: string | undefined, findings: LintFinding[]): Report {
  return (rule, at, excerpt) => {
    if (findings.length >= maxFindings) return
    const { severity, message, advice } = lintRules[rule]
    const location = text === undefined ? part : `${part}:${lineAndColumn(text, at)}`
    const excerptText = excerpt.slice(0, 200).replace(/\s+/g, " ").trim()
    findings.push({
      rule,
      severity,
      place: location,
      excerpt: excerptText.length > maxExcerpt ? `${excerptText.slice(0, maxExcerpt - 1)}…` : excerptText,
      message: `${part} ${message}`,
      advice,
    })
  }
}

function lineAndColumn(text: string, at: number): string {
  const before = text.slice(0, at)
  return `${before.split("\n").length}:${at - before.lastIndexOf("\n")}`
}
