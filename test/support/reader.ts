import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { expect } from "vitest"
import { end } from "./example.ts"
import { root } from "./files.ts"
import { packProject } from "./package.ts"

/** Somebody who reads our documents, with a project of their own and a shell. */
export interface Reader {
  readonly folder: string
  /** Types commands into a shell of their own, which ends with the first that fails. */
  type(commands: string, options?: { env?: Readonly<Record<string, string>>; cwd?: string }): ChildProcess
  /** What commands print on stdout; they must end well. */
  answerOf(commands: string): Promise<string>
  /** Ends commands and what they have started: all that were typed, where none are named. */
  stop(commands?: readonly ChildProcess[]): Promise<void>
  remove(): void
}

/** The package as it is installed, with its commands and `tsx`; `dependencies` are ours, as links. */
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

  // What finds the server that was started last would find those of other tests.
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

/** A folder with an `npx` for what is installed: to start npm for each command takes as long as all that the command does. */
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
