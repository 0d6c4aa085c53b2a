import { type Readable, Writable } from "node:stream"
import { checkbox, confirm, input, password, select } from "@inquirer/prompts"
import type { Ask, Choice } from "../../connection/context.ts"
import { interruption, UsageError } from "../errors/cli-error.ts"
import type { Io } from "../io.ts"
import type { Screen } from "../output/output.ts"
import { cursor, joined, safeLine, safeText } from "../output/safe-text.ts"
import { measure } from "../output/width.ts"
import { withBlanks, wrap } from "../output/wrap.ts"
import { forgottenText, type PastedLines, pastedLines } from "./pasted-lines.ts"
import { setRawMode } from "./raw-mode.ts"
import { RedrawnTerminal } from "./redrawn-terminal.ts"

interface PromptContext {
  readonly input: Readable
  readonly output: Writable
  readonly signal: AbortSignal
}

export function createAsk(io: Io, screen: Screen): Ask {
  const theme = themeOf(screen)
  // Leaves room for the mark before it; a terminal would break it within a word.
  const fitted = (question: string) => withBlanks(wrap(question, screen.columns - 8, measure).join("\n"))
  const lines = pastedLines(io)
  const ask = <T>(prompt: (context: PromptContext) => Promise<T>) => onTerminal(io, lines, prompt)
  /** The response to a choice or a yes/no question must be typed after the question was shown. */
  const askAnew = async <T>(prompt: (context: PromptContext) => Promise<T>) => {
    if (await lines?.forget()) io.stderr.write(safeText(`${forgottenText}\n`))
    return ask(prompt)
  }
  /** The result of a prompt's validation: a response with a problem is asked for again. */
  const validated = (problem: string | undefined) => {
    if (problem !== undefined) lines?.again()
    return problem ?? true
  }
  const listConfig = (question: string, choices: readonly Choice[]) => ({
    message: fitted(question),
    theme,
    choices: choices.map(({ value, description = "" }) => ({ value, name: safeLine(value), description })),
    loop: false,
  })
  return {
    async text(question, { default: preset, prefill = false, check } = {}) {
      const config = {
        message: fitted(question),
        theme,
        // An editable default is corrected, not typed again.
        ...(preset === undefined
          ? {}
          : { default: preset, prefill: prefill ? ("editable" as const) : ("tab" as const) }),
        validate: (text: string) => validated(check?.(text.trim())),
        // Typed text is green as soon as it is valid, yellow until then.
        transformer(text: string, { isFinal }: { readonly isFinal: boolean }) {
          if (isFinal) return screen.paint("cyan", text)
          if (!check) return text
          return screen.paint(check(text.trim()) === undefined ? "green" : "yellow", text)
        },
      }
      return (await ask((terminal) => input(config, terminal))).trim()
    },
    async password(question) {
      const validate = (text: string) => validated(text === "" ? "Type a value, or press Ctrl-C" : undefined)
      return ask((terminal) =>
        password({ message: fitted(question), theme, toggleMask: false, mask: "•", validate }, terminal),
      )
    },
    async confirm(question, options) {
      return askAnew((terminal) =>
        confirm({ message: fitted(question), theme, default: options?.default ?? false }, terminal),
      )
    },
    async choice(question, choices) {
      return askAnew((terminal) => select<string>(listConfig(question, choices), terminal))
    },
    async choices(question, choices) {
      const validate = ({ length }: readonly unknown[]) => validated(length > 0 ? undefined : "Choose at least one")
      return askAnew((terminal) => checkbox<string>({ ...listConfig(question, choices), validate }, terminal))
    },
  }
}

/** Asks one question at the terminal. Ctrl-C, Ctrl-D and a closed terminal end it. */
async function onTerminal<T>(
  { stderr, signal, job }: Io,
  stdin: PastedLines | undefined,
  prompt: (context: PromptContext) => Promise<T>,
): Promise<T> {
  if (!(stdin && stderr instanceof Writable)) throw new UsageError("Questions need a terminal")
  const gone = new AbortController()
  const leave = () => gone.abort()
  const onKey = (_text: unknown, key?: { readonly ctrl?: boolean; readonly name?: string }) => {
    if (key?.ctrl && key.name === "d") leave()
  }
  stdin.once("end", leave)
  stdin.on("keypress", onKey)
  const drawing = new RedrawnTerminal(stderr)
  const release = job?.hold({
    leave() {
      setRawMode(stdin, false)
      stderr.write(joined(cursor.show, cursor.clearBelow))
    },
    back() {
      job.waitForTerminal()
      if (setRawMode(stdin, true)) drawing.drawAgain()
    },
  })
  stdin.begin()
  try {
    return await prompt({ input: stdin, output: drawing, signal: AbortSignal.any([signal, gone.signal]) })
  } catch (error) {
    if (!(error instanceof Error) || !/^(ExitPrompt|AbortPrompt|CancelPrompt)Error$/.test(error.name)) throw error
    throw interruption()
  } finally {
    release?.()
    stdin.off("end", leave)
    stdin.off("keypress", onKey)
    // A terminal with a listener would keep the process alive.
    stdin.pause()
    stdin.stop()
  }
}

/** The prompts' theme; the default ignores NO_COLOR. */
function themeOf({ paint }: Screen) {
  return {
    prefix: { idle: paint("blue", "?"), done: paint("green", "✔") },
    icon: { cursor: "❯", checked: paint("green", "◉"), unchecked: "◯" },
    style: {
      answer: (text: string) => paint("cyan", text),
      message: (text: string) => paint("bold", text),
      error: (text: string) => paint("red", `> ${text}`),
      defaultAnswer: (text: string) => paint("dim", `(${text})`),
      help: (text: string) => paint("dim", text),
      highlight: (text: string) => paint("cyan", text),
      key: (text: string) => paint("cyan", `<${text}>`),
      description: (text: string) => paint("dim", text),
      keysHelpTip: (keys: [key: string, action: string][]) =>
        paint("dim", keys.map(([key, action]) => `${key} ${action}`).join(" • ")),
      maskedText: "",
    },
  }
}
