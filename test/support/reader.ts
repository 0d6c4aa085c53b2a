import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { expect } from "vitest"
import { end } from "./example.ts"
import { root } from "./files.ts"
import { packProject } from "./package.ts"

/** A reader of our documents, with a project and a shell. */
export interface Reader {
  readonly folder: string
  /** Runs commands in a new shell, which ends at the first failure. */
  type(commands: string, options?: { env?: Readonly<Record<string, string>>; cwd?: string }): ChildProcess
  /** The stdout of commands, which must succeed. */
  answerOf(commands: string): Promise<string>
  /** Ends commands and the processes that they started; all commands by default. */
  stop(commands?: readonly ChildProcess[]): Promise<void>
  remove(): void
}

/** A reader with the installed package, its commands and `tsx`; `dependencies` are our packages, linked. */
export function makeReader(dependencies: readonly string[]): Reader {
  const project = packProject(dependencies)
  const bin = join(project.folder, "node_modules/.bin")
  mkdirSync(bin, { recursive: true })
  const entry = join(project.folder, "node_modules/mas-sdk/dist/cli/entry.cjs")
  chmodSync(entry, 0o755)
  for (const name of ["mas", "mas-sdk"]) symlinkSync(entry, join(bin, name))
  symlinkSync(join(root, "node_modules/tsx/dist/cli.mjs"), join(bin, "tsx"))
  const started: ChildProcess[] = []
  const PATH = `${quickNpx(project.folder)}${delimiter}${process.env.PATH}`

  // A separate configuration: commands that use the last started server would find those of other tests.
  const config = { PATH, MAS_CONFIG_DIR: join(project.folder, "config"), MAS_PROFILE: undefined }

  const type: Reader["type"] = (commands, { env = {}, cwd = project.folder } = {}) => {
    const child = spawn("sh", ["-e", "-c", commands], {
      cwd,
      env: { ...process.env, ...config, ...env },
      detached: true,
    })
    started.push(child)
    return child
  }
  return {
    folder: project.folder,
    type,
    async answerOf(commands) {
      const { code, stdout, stderr } = await end(type(commands))
      expect({ code, stderr }).toMatchObject({ code: 0 })
      return stdout
    },
    async stop(commands = started) {
      await Promise.all(commands.map(stopGroup))
    },
    remove: project.remove,
  }
}

/** A folder with an `npx` for installed packages: starting npm takes as long as the command itself. */
function quickNpx(project: string): string {
  const folder = join(project, "bin")
  mkdirSync(folder)
  const lines = [
    "#!/bin/sh",
    `installed="${project}/node_modules/.bin/$1"`,
    'if [ -x "$installed" ]; then shift; exec "$installed" "$@"; fi',
    `PATH="\${PATH#*${delimiter}}" exec npx "$@"`,
  ]
  writeFileSync(join(folder, "npx"), `${lines.join("\n")}\n`, { mode: 0o755 })
  return folder
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = new Promise((resolve) => child.once("close", resolve))
  process.kill(-child.pid, "SIGTERM")
  await ended
}
