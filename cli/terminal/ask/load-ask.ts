import type { Ask, Choice } from "../../connection/context.ts"
import type { Io } from "../io.ts"
import type { Screen } from "../output/output.ts"
import { safeText } from "../output/safe-text.ts"

export async function loadAsk(io: Io, screen: Screen): Promise<Ask> {
  io.job?.waitForTerminal()
  if (screen.plain) return (await import("./plain-prompts.ts")).createPlainAsk(io, screen)
  return (await import("./prompts.ts")).createAsk(io, screen)
}

/** The value stays as it is: it is the response. */
const safeChoice = ({ value, description }: Choice): Choice => ({
  value,
  ...(description === undefined ? {} : { description: safeText(description) }),
})

/** Prompts that load with the first question. `load` gets true if that question asks for a secret. */
export function lazyAsk(load: (isSecret: boolean) => Promise<Ask>): Ask {
  return {
    text: async (question, options) => (await load(false)).text(safeText(question), options),
    password: async (question) => (await load(true)).password(safeText(question)),
    confirm: async (question, options) => (await load(false)).confirm(safeText(question), options),
    choice: async (question, choices) => (await load(false)).choice(safeText(question), choices.map(safeChoice)),
    choices: async (question, choices) => (await load(false)).choices(safeText(question), choices.map(safeChoice)),
  }
}
