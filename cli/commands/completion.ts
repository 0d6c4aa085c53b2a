import type { Context } from "../connection/context.ts"
import { requiredText, textOf } from "../line/flag-values.ts"
import { UsageError } from "../terminal/errors/cli-error.ts"
import { type Shell, scripts, shells } from "./completion/scripts.ts"

/** `mas completion <shell>` prints the script for a shell. `install` writes it where the shell loads it; `uninstall` removes it. */
export async function run(context: Context): Promise<void> {
  const { args, output, globals } = context
  const shellName = requiredText(args, "shell")
  const which = textOf(args, "which")
  if (shellName === "install" || shellName === "uninstall") {
    const { change } = await import("./completion/install.ts")
    await output.record(await change(context, shellName, shellOf(which) ?? ownShell(context)))
    return
  }
  if (which !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(which)}`)
  const script = scripts[shellOf(shellName) ?? "bash"]
  await (globals.output === undefined ? output.text(script) : output.record(script))
}

const shellOf = (name: string | undefined): Shell | undefined => shells.find((shell) => shell === name)

function ownShell({ io }: Context): Shell {
  const name = (io.env.SHELL ?? "").replace(/^.*[\\/]/, "").replace(/\.exe$/i, "")
  const shell = shellOf(name === "pwsh" ? "powershell" : name) ?? (io.platform === "win32" ? "powershell" : undefined)
  if (shell) return shell
  throw new UsageError("it is not known which shell you use", `Name it: mas completion install ${shells.join("|")}.`)
}
