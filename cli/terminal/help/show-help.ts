import { tableReader } from "../../line/command/tables.ts"
import { withProgramName } from "../../line/program-name.ts"
import type { Io, Sink } from "../io.ts"
import { painter, wantsColor } from "../output/color.ts"
import { drawnText, type TerminalText } from "../output/safe-text.ts"
import { helpReader, type ReadHelp } from "./static-help.ts"
import { wrapHelp } from "./wrap-help.ts"

/** Reads help, in the form for `--agent` if requested; `folder` is that of this program, `cli` or `dist/cli`. */
export async function helpReaderFor(agent: boolean, folder: string): Promise<ReadHelp> {
  const forPeople = helpReader(folder)
  if (!agent) return forPeople
  const { agentHelpReader } = await import("./agent-help.ts")
  return agentHelpReader(tableReader(folder), forPeople)
}

/** Wraps help; headings are bold on a terminal. */
export function showHelp(
  help: string,
  { isTTY, columns, env }: Pick<Sink, "isTTY" | "columns"> & Pick<Io, "env">,
): TerminalText {
  const text = wrapHelp(withProgramName(help, env), isTTY ? columns || 80 : undefined)
  return drawnText(wantsColor({ isTTY, env }) ? emphasize(text) : text)
}

const paint = painter(true)

function emphasize(help: string): string {
  return help.replaceAll(/^[A-Z][\w ]*:(?=$| )/gm, (heading) => paint("bold", heading))
}
