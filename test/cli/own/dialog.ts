import { Readable, Writable } from "node:stream"
import type { Home, RunOptions } from "./run.ts"

/** The end of a question that is asked line by line. */
const question = /[:?)] $/

/**
 * Runs a command in this process at a terminal without escape sequences. Each question gets the next response, or calls
 * it if it is a function; a question without a response gets the end of input. Returns the screen, with what is shown
 * and typed.
 */
export async function dialog(
  home: Home,
  argv: readonly string[],
  answers: readonly (string | (() => void))[],
  options: RunOptions = {},
): Promise<string> {
  let screen = ""
  let shown = ""
  const remaining = [...answers]
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
        const answer = remaining.shift()
        if (typeof answer !== "function") screen += answer === undefined ? "^D\n" : isHidden ? "" : `${answer}\n`
        // After the prompt has started to listen.
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
