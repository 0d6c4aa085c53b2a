import type { Ask } from "../context.ts"
import type { Io } from "../io.ts"
import type { Screen } from "../output/output.ts"

export async function loadAsk(io: Io, screen: Screen): Promise<Ask> {
  io.job?.waitForTerminal()
  if (screen.plain) return (await import("./plain-prompts.ts")).createPlainAsk(io, screen)
  return (await import("./prompts.ts")).createAsk(io, screen)
}

/** Prompts that load with the first question. `load` gets true if that question asks for a secret. */
export function lazyAsk(load: (isSecret: boolean) => Promise<Ask>): Ask {
  return {
    text: async (question, options) => (await load(false)).text(question, options),
    password: async (question) => (await load(true)).password(question),
    confirm: async (question, options) => (await load(false)).confirm(question, options),
    choice: async (question, choices) => (await load(false)).choice(question, choices),
    choices: async (question, choices) => (await load(false)).choices(question, choices),
  }
}
