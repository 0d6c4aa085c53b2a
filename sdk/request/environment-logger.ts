import type { Logger } from "../hooks.ts"

/** The logger for `MAS_LOG`, on stderr: from level `debug` or `info` on. Undefined for any other value. */
export function environmentLogger(least: string | undefined): Logger | undefined {
  const write = (level: string) => (message: string, details: unknown) =>
    // biome-ignore lint/suspicious/noConsole: a user who cannot change the program asks for it by the environment.
    console.error(`mas-sdk ${level}: ${message} ${JSON.stringify(details)}`)
  const some = { info: write("info"), warn: write("warn") }
  return least === "info" ? some : least === "debug" ? { ...some, debug: write(least) } : undefined
}
