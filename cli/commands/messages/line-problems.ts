import { isObject } from "../../../sdk/client/transport/fields.ts"
import type { SendMessage } from "../../../sdk/contract/messages.ts"
import { mayHaveLeftovers } from "../../../sdk/sending/lint/leftovers.ts"
import type { Context } from "../../connection/context.ts"
import { isOn } from "../../line/flag-values.ts"
import { mailWarnings } from "../../terminal/ask/mail-warnings.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { countText } from "../../terminal/output/numbers.ts"
import { shortHash } from "../../terminal/output/short-hash.ts"
import type { TemplateTexts } from "./template-texts.ts"

/** Bounds the memory for files whose lines have texts of their own. */
const maxKinds = 500

/** Finds what is wrong with the mails of a file: once for each kind of line, not for each line. */
export class LineProblems {
  readonly #warningsByKind = new Map<string, readonly string[]>()
  readonly #linesByWarning = new Map<string, { count: number; readonly first: number[] }>()
  readonly #isStrict: boolean
  #isReported = false

  constructor(
    private readonly context: Pick<Context, "flags" | "note" | "output">,
    private readonly file: string,
    private readonly templates: Pick<TemplateTexts, "fill">,
  ) {
    this.#isStrict = isOn(context.flags, "strict")
  }

  /** Looks at the mail of a line before anything is sent. */
  async add(line: number, mail: SendMessage | undefined): Promise<void> {
    for (const warning of new Set(mail ? await this.warningsOf(mail) : [])) {
      const lines = this.#linesByWarning.get(warning) ?? { count: 0, first: [] }
      this.#linesByWarning.set(warning, lines)
      lines.count++
      if (lines.first.length < 5) lines.first.push(line)
    }
  }

  /** Shows each problem with its lines. With `--strict` it ends the run before anything is sent. */
  report(): void {
    this.#isReported = true
    const texts = [...this.#linesByWarning].map(
      ([warning, { count, first }]) => `${linesText(count, first)}: ${warning}`,
    )
    if (texts.length === 0) return
    const visibleTexts = [...texts.slice(0, 20), ...(texts.length > 20 ? [`${countText(texts.length - 20)} more`] : [])]
    if (!this.#isStrict) {
      this.context.note(visibleTexts.join("\n"))
      return
    }
    throw new CliError(`${this.file}: nothing was sent, by --strict: ${visibleTexts.join(" ")}`, exitCodes.validation, {
      code: "not_clean",
      hint: "Correct it, or omit --strict.",
    })
  }

  /** Checks a mail as it is sent. Input that can be read only once was not looked at before: `--strict` refuses its lines. */
  async check(line: number, mail: SendMessage): Promise<SendMessage> {
    if (this.#isReported) return mail
    const warnings = await this.warningsOf(mail)
    if (warnings.length > 0 && this.#isStrict) throw new Error(`was not sent, by --strict: ${warnings.join(" ")}`)
    for (const warning of warnings) {
      if (this.#linesByWarning.size > 20 || this.#linesByWarning.has(warning)) continue
      this.#linesByWarning.set(warning, { count: 1, first: [line] })
      this.context.note(`From line ${countText(line)}: ${warning}`)
    }
    return mail
  }

  /** The problems of a mail; an empty value is a missing one, because it leaves the same gap. */
  async warningsOf(mail: SendMessage): Promise<readonly string[]> {
    const { to: _, data, ...content } = mail
    const filled = withoutEmpty(data)
    const kind = shortHash([content, shapeOf(filled)])
    const kindWarnings = this.#warningsByKind.get(kind)
    if (kindWarnings) return kindWarnings
    if (this.#warningsByKind.size >= maxKinds) this.#warningsByKind.clear()
    const warnings = mailWarnings(await this.templates.fill({ ...content, data: filled }))
    this.#warningsByKind.set(kind, warnings)
    return warnings
  }
}

function linesText(count: number, first: readonly number[]): string {
  const numbers = first.map(countText).join(", ")
  return `${countText(count)} ${count === 1 ? "line" : "lines"} (${numbers}${count > first.length ? " …" : ""})`
}

function withoutEmpty(value: unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      one === null || one === undefined || one === "" ? [] : [[name, withoutEmpty(one)]],
    ),
  )
}

/** Equal for values that the same mail needs no second look at: only texts such as "undefined" differ. */
function shapeOf(value: unknown): unknown {
  if (typeof value === "string") return mayHaveLeftovers(value) ? value : ""
  if (!isObject(value)) return typeof value
  if (Array.isArray(value)) return value.map(shapeOf)
  return Object.entries(value).map(([name, one]) => [name, shapeOf(one)])
}
