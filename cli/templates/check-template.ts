import { type LiquidEngine, loadLiquid } from "../../mock-server/domain/messages/liquid.ts"
import { type LintFinding, lintMessage } from "../../sdk/lint/index.ts"
import type { ContentField } from "./content.ts"
import type { Part } from "./part.ts"
import { type Place, type Problem, placeAt, placeText } from "./place.ts"
import type { FolderTemplate } from "./read-templates.ts"
import { unknownVariables } from "./unknown-variables.ts"

export interface Checked {
  /** What the service would refuse: Liquid that cannot be read or filled in, and what is too large. */
  readonly problems: readonly Problem[]
  /** What whoever gets the mail would see. */
  readonly findings: readonly TemplateFinding[]
  /** Variables that stay empty in each mail. */
  readonly unknown: readonly Problem[]
}

/** Something that lint found in a template, or in what a sample makes of it. */
export interface TemplateFinding extends LintFinding {
  /** The sample that it was filled in with. */
  readonly sample?: string | undefined
  /** Where it is in the files; absent where it is in what a sample makes. */
  readonly at?: Place | undefined
}

/** Checks templates as the service would, and as mail programs would: with Liquid as the mock server has it. */
export class TemplateChecker {
  private constructor(
    private readonly engine: LiquidEngine,
    private readonly fieldProblems: FieldProblems,
  ) {}

  static async load(): Promise<TemplateChecker> {
    const { TemplateCreate } = await import("mas-sdk/contract")
    const fieldProblems: FieldProblems = (content) =>
      (TemplateCreate.safeParse(content).error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])
    return new TemplateChecker(await loadLiquid(), fieldProblems)
  }

  /** `now` is the time that dates of the samples are written for, in milliseconds since 1970. */
  check(template: FolderTemplate, now: number): Checked {
    const problems = withoutTwins([...this.#sizes(template), ...this.#liquid(template)])
    if (problems.length > 0) return { problems, findings: [], unknown: [] }
    const unknown = withoutTwins(unknownVariables(this.engine, template))
    const samples = Object.entries(template.samples)
    if (samples.length === 0) return { problems, findings: lintSource(template), unknown }
    const findings: TemplateFinding[] = []
    for (const [sample, { data, contact }] of samples) {
      const filled = this.#fill(template, { data, contact }, now)
      problems.push(
        ...filled.problems.map((problem) => ({ ...problem, message: `${problem.message} (sample ${sample})` })),
      )
      if (filled.problems.length > 0) continue
      for (const finding of lintMessage({ ...template.content, ...filled.texts }, { isFilled: true })) {
        if (findings.every((one) => one.rule !== finding.rule || one.excerpt !== finding.excerpt))
          findings.push({ ...finding, sample })
      }
    }
    return { problems: withoutTwins(problems), findings, unknown }
  }

  /** The texts of a template, filled in with a sample, and what cannot be. */
  #fill({ parts }: FolderTemplate, scope: Parameters<LiquidEngine["render"]>[1], now: number) {
    const problems: Problem[] = []
    const texts: Partial<Record<string, string>> = {}
    for (const [field, part] of Object.entries(parts)) {
      const text = tryLiquid(part, problems, () => this.engine.render(part.text, scope, now))
      if (text !== undefined) texts[field] = text
    }
    return { texts, problems }
  }

  #liquid({ parts }: FolderTemplate): Problem[] {
    const problems: Problem[] = []
    for (const part of Object.values(parts)) tryLiquid(part, problems, () => this.engine.variables([part.text]))
    return problems
  }

  #sizes({ content, parts, yaml }: FolderTemplate): Problem[] {
    return this.fieldProblems(content).map(([field, message]) => {
      const part = Object.entries(parts).find(([name]) => name === field)?.[1]
      const line = Math.max(`\n${yaml.text}`.indexOf(`\n${field}:`), 0)
      const place = part?.placeOf(0) ?? placeAt(yaml.file, yaml.text, line)
      return { ...place, message: `${field} ${message}` }
    })
  }
}

/** Both parts may be made of one file, and may have the same partials. */
const withoutTwins = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [`${placeText(problem)} ${problem.message}`, problem])).values(),
]

type FieldProblems = (content: Readonly<Record<ContentField, unknown>>) => [field: string, message: string][]

function tryLiquid<T>(part: Part, problems: Problem[], work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (Reflect.get(Object(error), "code") === "ENOENT") {
      const at = Math.max(part.text.search(/\{%-?\s*layout\b/), 0)
      problems.push({
        ...part.placeOf(at),
        message: "{% layout %} names another file, and the service has none: render a partial",
      })
      return undefined
    }
    problems.push({ ...part.placeOf(offsetOf(error)), message: message.replace(/, line:\d+, col:\d+.*$/s, "") })
    return undefined
  }
}

/** Where the engine found what is wrong; it names the place of the token. */
function offsetOf(error: unknown): number {
  const token: unknown = Reflect.get(Object(error), "token")
  const begin: unknown = Reflect.get(Object(token), "begin")
  return typeof begin === "number" ? begin : 0
}

/** Without samples nobody knows what data there will be. */
function lintSource({ content, parts }: FolderTemplate): TemplateFinding[] {
  return lintMessage(content, { off: ["merge-tag"] }).map((finding) => {
    const [, name, line, column] = /^(html|text):(\d+):(\d+)$/.exec(finding.place) ?? []
    const part = name === undefined ? undefined : parts[name === "html" ? "html" : "body"]
    return part === undefined
      ? finding
      : { ...finding, at: part.placeOf(offsetIn(part.text, Number(line), Number(column))) }
  })
}

function offsetIn(text: string, line: number, column: number): number {
  let at = 0
  for (let before = 1; before < line; before++) at = text.indexOf("\n", at) + 1
  return at + column - 1
}
