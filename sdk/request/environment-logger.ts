import type { Logger } from "../hooks.ts"

/** The logger that `MAS_LOG` asks for, on stderr: from `debug` or from `info` on. None for any other word. */
export function environmentLogger(least: string | undefined): Logger | undefined {
  const write = (level: string) => (message: string, details: unknown) =>
    // biome-ignore lint/suspicious/noConsole: somebody who cannot change the program asks for it.
    console.error(`mas-sdk ${level}: ${message} ${JSON.stringify(details)}`)
  const some = { info: write("info"), warn: write("warn") }
  return least === "info" ? some : least === "debug" ? { ...some, debug: write(least) } : undefined
}
