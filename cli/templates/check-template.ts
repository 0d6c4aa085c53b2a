import { type LiquidEngine, loadLiquid } from "../../mock-server/resources/messages/liquid.ts"
import { messageOf } from "../../sdk/client/transport/fields.ts"
import { type LintFinding, type LintRule, lintMessage } from "../../sdk/sending/lint/index.ts"
import type { ContentField } from "./content.ts"
import type { Part } from "./part.ts"
import { type Place, type Problem, placeAt, placeText } from "./place.ts"
import type { FolderTemplate } from "./read-templates.ts"
import { unknownVariables } from "./unknown-variables.ts"

export interface Checked {
  /** Problems that the service would refuse: Liquid that cannot be parsed or rendered, and parts that are too large. */
  readonly problems: readonly Problem[]
  /** Problems that recipients would see. */
  readonly findings: readonly TemplateFinding[]
  /** Variables that are always empty. */
  readonly unknown: readonly Problem[]
}

/** A lint finding in a template, or in its output for a sample. */
export interface TemplateFinding extends LintFinding {
  /** The sample that it was rendered with. */
  readonly sample?: string | undefined
  /** The place in the files; absent when the finding is in the rendered output. */
  readonly at?: Place | undefined
}

/** Checks templates as the service and mail programs would, with the mock server's Liquid engine. */
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

  /** `now` is the time used to format the samples' dates, in milliseconds since 1970. */
  check(template: FolderTemplate, now: number): Checked {
    const problems = withoutTwins([...this.#sizes(template), ...this.#liquid(template)])
    if (problems.length > 0) return { problems, findings: [], unknown: [] }
    const unknown = withoutTwins(unknownVariables(this.engine, template))
    const samples = Object.entries(template.samples)
    const source = lintSource(template)
    if (samples.length === 0) return { problems, findings: source, unknown }
    // A merge tag of another service stands in the files, perhaps where no sample reaches it.
    const findings = source.filter(({ rule }) => rule === "merge-tag")
    const off: LintRule[] = findings.length > 0 ? ["merge-tag"] : []
    for (const [sample, { data, contact }] of samples) {
      const filled = this.#fill(template, { data, contact }, now)
      problems.push(
        ...filled.problems.map((problem) => ({ ...problem, message: `${problem.message} (sample ${sample})` })),
      )
      if (filled.problems.length > 0) continue
      for (const finding of lintMessage({ ...template.content, ...filled.texts }, { isFilled: true, off })) {
        if (findings.every((one) => one.rule !== finding.rule || one.excerpt !== finding.excerpt))
          findings.push({ ...finding, sample })
      }
    }
    return { problems: withoutTwins(problems), findings, unknown }
  }

  /** Renders a template's texts with a sample, and collects the problems. */
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
      const location = part?.placeOf(0) ?? placeAt(yaml.file, yaml.text, line)
      return { ...location, message: `${field} ${message}` }
    })
  }
}

/** Both parts may come from one file, or use the same partials. */
const withoutTwins = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [`${placeText(problem)} ${problem.message}`, problem])).values(),
]

type FieldProblems = (content: Readonly<Record<ContentField, unknown>>) => [field: string, message: string][]

function tryLiquid<T>(part: Part, problems: Problem[], work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    const message = messageOf(error)
    if (Reflect.get(Object(error), "code") === "ENOENT") {
      const at = Math.max(part.text.search(/\{%-?\s*layout\b/), 0)
      problems.push({
        ...part.placeOf(at),
        message: "{% layout %} needs another file, and the service has no files: render a partial",
      })
      return undefined
    }
    problems.push({ ...part.placeOf(offsetOf(error)), message: message.replace(/, line:\d+, col:\d+.*$/s, "") })
    return undefined
  }
}

/** The offset of a Liquid error; the engine reports the place of the token. */
function offsetOf(error: unknown): number {
  const token: unknown = Reflect.get(Object(error), "token")
  const begin: unknown = Reflect.get(Object(token), "begin")
  return typeof begin === "number" ? begin : 0
}

function lintSource({ content, parts }: FolderTemplate): TemplateFinding[] {
  return lintMessage(content, { isTemplate: true }).map((finding) => {
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
