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
  inputs: readonly (string | (() => void))[],
  options: RunOptions = {},
): Promise<string> {
  let screen = ""
  let sinceQuestion = ""
  const remaining = [...inputs]
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
        sinceQuestion += String(chunk)
        done()
        if (!question.test(sinceQuestion)) return
        sinceQuestion = ""
        const input = remaining.shift()
        if (typeof input !== "function") screen += input === undefined ? "^D\n" : isHidden ? "" : `${input}\n`
        // After the prompt has started to listen.
        setImmediate(() => {
          if (typeof input === "function") input()
          else stdin.push(input === undefined ? null : `${input}\n`)
        })
      },
    })
    return Object.assign(stream, { isTTY: true, columns: options.columns ?? 100 })
  }
  const [stdout, stderr] = [terminal(), terminal()]
  const env = { TERM: "dumb", ...options.env }
  const { code } = await home.run(argv, { ...options, env, io: { ...options.io, stdin, stdout, stderr } })
  return `$ mas ${argv.join(" ")}   # ends with ${code}\n${screen}`
}
