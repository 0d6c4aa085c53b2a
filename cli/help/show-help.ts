import type { Io, Sink } from "../io.ts"
import { withProgramName } from "../line/program-name.ts"
import { painter, wantsColor } from "../output/color.ts"
import { asciiText, isPlain } from "../output/plain.ts"
import { wrapHelp } from "./wrap-help.ts"

/** Help as it is shown: in lines that fit, its headings bold on a terminal. */
export function showHelp(
  help: string,
  { isTTY, columns, env }: Pick<Sink, "isTTY" | "columns"> & Pick<Io, "env">,
): string {
  const laid = wrapHelp(withProgramName(help, env), isTTY ? columns || 80 : undefined)
  const text = isPlain(env) ? asciiText(laid) : laid
  return wantsColor({ isTTY, env }) ? emphasize(text) : text
}

const paint = painter(true)

function emphasize(help: string): string {
  return help.replaceAll(/^[A-Z][\w ]*:(?=$| )/gm, (heading) => paint("bold", heading))
}
