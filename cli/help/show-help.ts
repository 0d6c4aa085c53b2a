import { withProgramName } from "../line/program-name.ts"
import { painter, wantsColor } from "../output/color.ts"
import { asciiText, isPlain } from "../output/plain.ts"
import { wrapHelp } from "./wrap-help.ts"

interface HelpScreen {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Help as it is shown: in lines that fit, its headings bold on a terminal. */
export function showHelp(help: string, { isTTY, columns, env }: HelpScreen): string {
  const laid = wrapHelp(withProgramName(help, env), { columns: isTTY ? columns || 80 : undefined })
  const text = isPlain(env) ? asciiText(laid) : laid
  return wantsColor({ isTTY, env }) ? emphasize(text) : text
}

const paint = painter(true)

function emphasize(help: string): string {
  return help.replaceAll(/^[A-Z][\w ]*:(?=$| )/gm, (heading) => paint("bold", heading))
}
