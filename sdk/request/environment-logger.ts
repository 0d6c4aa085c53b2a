import type { Logger } from "../hooks.ts"

const levels = ["debug", "info", "warn"] as const

/** The logger that `MAS_LOG` asks for, on stderr: from `debug` or from `info` on. None for any other word. */
export function environmentLogger(least: string | undefined): Logger | undefined {
  if (least !== "debug" && least !== "info") return undefined
  const write = (level: string) => (message: string, details: unknown) =>
    // biome-ignore lint/suspicious/noConsole: somebody who cannot change the program asks for it.
    console.error(`mas-sdk ${level}: ${message} ${JSON.stringify(details)}`)
  return Object.fromEntries(levels.slice(levels.indexOf(least)).map((level) => [level, write(level)]))
}
