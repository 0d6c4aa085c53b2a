import { createInterface, type Key } from "node:readline"
import { Writable } from "node:stream"
import type { Ask, Choice } from "../../connection/context.ts"
import { interruption, UsageError } from "../errors/cli-error.ts"
import type { Io } from "../io.ts"
import { wrapNote } from "../output/note.ts"
import type { Screen } from "../output/output.ts"
import { withBlanks } from "../output/wrap.ts"
import { forgottenText, type PastedLines, pastedLines } from "./pasted-lines.ts"
import { setRawMode } from "./raw-mode.ts"

/** Asks line by line, for terminals without escape sequences: nothing is redrawn. */
export function createPlainAsk(io: Io, screen: Screen): Ask {
  const say = (text: string) => void io.stderr.write(screen.render(withBlanks(wrapNote(text, screen))))
  const lines = pastedLines(io)
  const text: Ask["text"] = async (question, { default: preset, check } = {}) => {
    for (;;) {
      const ask = () => say(`${question}${preset === undefined ? "" : ` (${preset})`} `)
      const typed = (await readLine(io, lines, ask)).trim() || (preset ?? "")
      const problem = check?.(typed)
      if (problem === undefined) return typed
      say(`> ${problem}\n`)
      await lines?.forget()
    }
  }
  /** The response to a choice or a yes/no question must be typed after the question was shown. */
  const anew: Ask["text"] = async (question, options) => {
    if (await lines?.forget()) say(`${forgottenText}\n`)
    return text(question, options)
  }
  const offer = (choices: readonly Choice[]) => {
    for (const [index, { value, description }] of choices.entries())
      say(`  ${index + 1}  ${screen.safe(value)}${description ? `  ${description}` : ""}\n`)
  }
  const pick = (choices: readonly Choice[], typed: string) =>
    (choices.find(({ value }) => value === typed) ?? choices[Number(typed) - 1])?.value
  return {
    text,
    async password(question) {
      for (;;) {
        const typed = await readLine(io, lines, () => say(`${question} `), true)
        say("\n")
        if (typed !== "") return typed
      }
    },
    async confirm(question, options) {
      const preset = options?.default ?? false
      const reply = await anew(`${question} ${preset ? "(Y/n)" : "(y/N)"}`, {
        check: (typed) => (/^(y|yes|n|no|)$/i.test(typed) ? undefined : "Type y or n"),
      })
      return reply === "" ? preset : /^y/i.test(reply)
    },
    async choice(question, choices) {
      offer(choices)
      const check = (typed: string) =>
        pick(choices, typed) === undefined ? "Type one of these numbers or words" : undefined
      return pick(choices, await anew(question, { check })) ?? ""
    },
    async choices(question, choices) {
      offer(choices)
      const all = (typed: string) => typed.split(/[\s,]+/).map((one) => pick(choices, one))
      const check = (typed: string) =>
        all(typed).includes(undefined) ? "Type some of these numbers or words, separated by commas" : undefined
      return all(await anew(question, { check })).filter((value) => value !== undefined)
    },
  }
}

const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Reads a line, with the terminal's own line editing, or key by key if hidden. */
function readLine({ signal, job }: Io, stdin: PastedLines | undefined, ask: () => void, isHidden = false) {
  if (!stdin) throw new UsageError("Questions need a terminal")
  stdin.begin()
  const lines = createInterface({ input: stdin, terminal: isHidden, ...(isHidden && { output: discard() }) })
  // The typed text is gone: the terminal drops an unfinished line.
  const release = job?.hold({
    leave: () => void setRawMode(stdin, false),
    back() {
      job.waitForTerminal()
      if (!isHidden || setRawMode(stdin, true)) ask()
    },
  })
  ask()
  return new Promise<string>((resolve, reject) => {
    const end = () => lines.close()
    // In a line with text, Ctrl-D deletes.
    const onKey = (_text: unknown, { ctrl, name }: Key) => void (ctrl && name === "d" && end())
    stdin.on("keypress", onKey)
    signal.addEventListener("abort", end, { once: true })
    lines.once("SIGINT", end)
    lines.once("line", (line) => {
      resolve(line)
      end()
    })
    lines.once("close", () => {
      release?.()
      signal.removeEventListener("abort", end)
      stdin.off("keypress", onKey)
      stdin.pause()
      stdin.stop()
      reject(interruption())
    })
  })
}
