import { Readable, Writable } from "node:stream"
import type { Home, RunOptions } from "./run.ts"

/** What a question ends with, where it is asked line by line. */
const question = /[:?)] $/

/**
 * Runs a command at a terminal that takes no escapes, in this process. Each question gets the next answer, or what is done in its
 * stead; one that is left over ends the terminal. What is shown and what is typed is kept as it would stand on the screen.
 */
export async function dialog(
  home: Home,
  argv: readonly string[],
  answers: readonly (string | (() => void))[],
  options: RunOptions = {},
): Promise<string> {
  let screen = ""
  let shown = ""
  const left = [...answers]
  let isHidden = false
  const stdin = Object.assign(new Readable({ read() {} }), {
    isTTY: true,
    setRawMode(isOn: boolean) {
      isHidden = isOn
    },
  })
  const terminal = () => {
    const stream = new Writable({
      write(chunk, _, done) {
        screen += String(chunk)
        shown += String(chunk)
        done()
        if (!question.test(shown)) return
        shown = ""
        const answer = left.shift()
        if (typeof answer !== "function") screen += answer === undefined ? "^D\n" : isHidden ? "" : `${answer}\n`
        // Once whoever asks listens.
        setImmediate(() => {
          if (typeof answer === "function") answer()
          else stdin.push(answer === undefined ? null : `${answer}\n`)
        })
      },
    })
    return Object.assign(stream, { isTTY: true, columns: 100 })
  }
  const [stdout, stderr] = [terminal(), terminal()]
  const env = { TERM: "dumb", ...options.env }
  const { code } = await home.run(argv, { ...options, env, io: { ...options.io, stdin, stdout, stderr } })
  return `$ mas ${argv.join(" ")}   # ends with ${code}\n${screen}`
}
