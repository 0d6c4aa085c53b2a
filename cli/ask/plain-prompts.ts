import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import type { Ask, Choice } from "../context.ts"
import { interruption, UsageError } from "../errors/cli-error.ts"
import type { Io } from "../io.ts"
import { wrapNote } from "../output/note.ts"
import type { Screen } from "../output/output.ts"
import { withBlanks } from "../output/wrap.ts"
import { forgottenText, type PastedLines, pastedLines } from "./pasted-lines.ts"
import { setRawMode } from "./raw-mode.ts"

/** Asks line by line, for terminals that get no escapes: nothing is drawn anew. */
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
  /** A choice and a yes are typed after their question was seen. */
  const anew: Ask["text"] = async (question, options) => {
    if (await lines?.forget()) say(`${forgottenText}\n`)
    return text(question, options)
  }
  const offer = (choices: readonly Choice[]) => {
    for (const [index, { value, description }] of choices.entries())
      say(`  ${index + 1}  ${value}${description ? `  ${description}` : ""}\n`)
  }
  const pick = (choices: readonly Choice[], typed: string) =>
    (choices.find(({ value }) => value === typed) ?? choices[Number(typed) - 1])?.value
  return {
    text,
    async password(question) {
      for (;;) {
        const typed = await readHidden(io, lines, () => say(`${question} `))
        say("\n")
        if (typed !== "") return typed
      }
    },
    async confirm(question, options) {
      const preset = options?.default ?? false
      const answer = await anew(`${question} ${preset ? "(Y/n)" : "(y/N)"}`, {
        check: (typed) => (/^(y|yes|n|no|)$/i.test(typed) ? undefined : "Type y or n"),
      })
      return answer === "" ? preset : /^y/i.test(answer)
    },
    async choice(question, choices) {
      offer(choices)
      const check = (typed: string) =>
        pick(choices, typed) === undefined ? "Type a number or a word of these" : undefined
      return pick(choices, await anew(question, { check })) ?? ""
    },
    async choices(question, choices) {
      offer(choices)
      const all = (typed: string) => typed.split(/[\s,]+/).map((one) => pick(choices, one))
      const check = (typed: string) =>
        all(typed).includes(undefined) ? "Type numbers or words of these, with commas" : undefined
      return all(await anew(question, { check })).filter((value) => value !== undefined)
    },
  }
}

/** A line, as the terminal itself lets it be typed. */
function readLine({ signal, job }: Io, stdin: PastedLines | undefined, ask: () => void): Promise<string> {
  if (!stdin) throw new UsageError("This cannot be asked here")
  stdin.begin()
  const lines = createInterface({ input: stdin, terminal: false })
  // What was typed is gone: the terminal itself forgets a line that is not ended.
  const release = job?.hold({
    leave() {},
    back() {
      job.waitForTerminal()
      ask()
    },
  })
  ask()
  return new Promise((resolve, reject) => {
    const end = () => lines.close()
    signal.addEventListener("abort", end, { once: true })
    lines.once("line", (line) => {
      resolve(line)
      end()
    })
    lines.once("close", () => {
      release?.()
      signal.removeEventListener("abort", end)
      stdin.pause()
      stdin.stop()
      reject(interruption())
    })
  })
}

const keys = { enter: /[\r\n]/, interrupt: "\u0003", end: "\u0004", back: /[\b\u007f]/ }

/** Reads a line without showing it, including keys that are typed as the question appears. */
function readHidden({ stderr, signal, job }: Io, stdin: PastedLines | undefined, ask: () => void): Promise<string> {
  if (!(stdin && stderr instanceof Writable)) throw new UsageError("This cannot be asked here")
  const release = job?.hold({
    leave: () => void setRawMode(stdin, false),
    back() {
      job.waitForTerminal()
      if (setRawMode(stdin, true)) ask()
    },
  })
  return new Promise((resolve, reject) => {
    let typed = ""
    const stop = () => {
      stdin.off("data", onData).off("end", leave)
      signal.removeEventListener("abort", leave)
      release?.()
      setRawMode(stdin, false)
      stdin.pause()
      stdin.stop()
    }
    const leave = () => {
      stop()
      reject(interruption())
    }
    const onData = (data: Uint8Array | string) => {
      for (const key of String(data)) {
        if (keys.enter.test(key)) {
          stop()
          return resolve(typed)
        }
        if (key === keys.interrupt || key === keys.end) return leave()
        typed = keys.back.test(key) ? typed.slice(0, -1) : typed + key
      }
    }
    setRawMode(stdin, true)
    signal.addEventListener("abort", leave, { once: true })
    stdin.on("data", onData).once("end", leave).resume()
    stdin.begin()
    ask()
  })
}
