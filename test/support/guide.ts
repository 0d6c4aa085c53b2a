import type { ChildProcess } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { executablePath } from "./browser.ts"
import { root } from "./files.ts"
import type { Reader } from "./reader.ts"

/** A step of a guide: saving a file or running commands; `says` is their expected output, line by line. */
export type Step =
  | { readonly kind: "file"; readonly name: string; readonly code: string }
  | { readonly kind: "commands"; readonly commands: string; readonly says?: string }

/** The command that starts the service in a guide. The test already runs one. */
export const startCommand = "npx mas-sdk mock"

/** The steps of a guide. Throws if a fenced block is not a step: a program without a file name would not be run. */
export function stepsOf(guide: string): Step[] {
  const steps: Step[] = []
  for (const [, language = "", code = ""] of guide.matchAll(/^ *```(\w*)\n(.*?)^ *```$/gms)) {
    const last = steps.at(-1)
    const name = /^(?:<\?php )?(?:\/\/|#|\/\*) ([\w./[\]+-]+\.\w+)/.exec(code)?.[1]
    if (language === "sh") steps.push({ kind: "commands", commands: code })
    else if (language === "text" && last?.kind === "commands" && last.says === undefined) {
      steps.splice(-1, 1, { ...last, says: code })
    } else if (name !== undefined) steps.push({ kind: "file", name, code })
    else throw new Error(`This block is not a named file, not a command and not the output of one:\n${code}`)
  }
  return steps
}

/** Output as without a terminal, independent of who runs the test. */
const plain = { NO_COLOR: "1", FORCE_COLOR: "0", ...(executablePath === undefined ? {} : { CHROMIUM: executablePath }) }

// A faster npx for installed packages; the test of README.md uses the real one.
const npx =
  'npx() { name="$1"; shift; for bin in node_modules ../../node_modules; do if [ -e "$bin/.bin/$name" ]; then "$bin/.bin/$name" "$@"; return; fi; done; return 127; }'

/** As in a terminal, errors stand where they were printed: two pipes can be read in another order. */
const onePipe = "exec 2>&1"

/** The context in which a guide is followed. */
export interface Place {
  readonly reader: Reader
  /** This guide's folder within the reader's. */
  readonly folder: string
  /** The mock server's address. */
  readonly address: string
  /** Ports for the programs that the guide starts on ports 3000 to 3004. */
  readonly ports: readonly number[]
  /** Folder of third-party packages; the project's when left out. */
  readonly modules?: string
}

/** Follows a guide step by step; rejects with the actual output if it differs from the guide. */
export async function followGuide(guide: string, { reader, folder, address, ports, modules }: Place): Promise<void> {
  const here = (text: string) =>
    text
      .replaceAll("http://127.0.0.1:4010", address)
      .replaceAll(/\b300[0-4]\b/g, (portText) => String(ports.at(Number(portText) - 3000)))
  const exported: string[] = []
  const typed: Typed[] = []
  mkdirSync(folder, { recursive: true })
  try {
    for (const step of stepsOf(guide)) {
      if (step.kind === "file") {
        const path = join(folder, step.name)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, here(step.code))
        continue
      }
      const lines = step.commands.split("\n").filter((line) => line !== "" && line !== startCommand)
      const commands = lines.filter((line) => !install(line, folder, modules)).join("\n")
      if (commands === "") continue
      const run = new Typed(
        commands,
        reader.type(here([onePipe, npx, ...exported, commands].join("\n")), { cwd: folder, env: plain }),
      )
      typed.push(run)
      await (step.says === undefined ? run.ended() : run.says(here(step.says)))
      exported.push(...lines.filter((line) => line.startsWith("export ")))
    }
    for (const run of typed) run.checkEnd()
  } finally {
    await reader.stop(typed.map(({ child }) => child))
  }
}

/** Running commands and their output so far. */
class Typed {
  #printed = ""
  #onChange = () => {}
  #isOver = false

  constructor(
    readonly commands: string,
    readonly child: ChildProcess,
  ) {
    const read = (chunk: unknown) => {
      this.#printed += chunk
      this.#onChange()
    }
    child.stdout?.on("data", read)
    child.stderr?.on("data", read)
    child.on("close", () => {
      this.#isOver = true
      this.#onChange()
    })
  }

  /** Resolves when they have ended successfully. */
  ended(): Promise<void> {
    return this.#until(() => this.#isOver)
  }

  /**
   * Resolves when they have printed `expected` and ended. If it ends with a line `…`, they may continue, such as a
   * server. `…` matches any text, and alone on a line any lines.
   */
  says(expected: string): Promise<void> {
    const lines = expected.trimEnd().split("\n")
    const goesOn = lines.at(-1) === "…"
    const pattern = lines.map((line) => (line === "…" ? "(?:.*\\n)*?" : `${inLine(line)} *\\n`)).join("")
    const expectedOutput = new RegExp(`^${pattern}`, "m")
    return this.#until(
      () => (goesOn || this.#isOver) && expectedOutput.test(this.#printed),
      `It should have said:\n${expected}`,
    )
  }

  /** Throws if they have failed. */
  checkEnd(): void {
    if ((this.child.exitCode ?? 0) !== 0) throw this.#failure("It should have gone on.")
  }

  #until(isDone: () => boolean, expectation = ""): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onChange = () => {
        const isBad = this.#isOver && this.child.exitCode !== 0
        if (!isBad && isDone()) resolve()
        else if (this.#isOver) reject(this.#failure(expectation))
      }
      this.#onChange()
    })
  }

  #failure(expectation: string): Error {
    const { exitCode } = this.child
    return new Error(`${this.commands}\nended with ${exitCode} and said:\n${this.#printed}\n${expectation}`)
  }
}

const inLine = (line: string) =>
  line
    .split("…")
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join(".*?")

/** Handles `npm install a b`: links our packages and their commands; guides install no others. */
function install(line: string, folder: string, modules?: string): boolean {
  const names = /^npm install (?:-D )?(.*)$/.exec(line)?.[1]?.split(" ")
  for (const name of names ?? []) linkPackage(name, folder, modules)
  return names !== undefined
}

/** Links one of our packages into a folder, with its commands. The reader already has the package under test. */
export function linkPackage(name: string, folder: string, others?: string): void {
  if (name === "mas-sdk") return
  const isOther = others !== undefined && existsSync(join(others, name))
  const target = join(isOther ? others : join(root, "node_modules"), name)
  link(target, join(folder, "node_modules", name))
  const { bin = {} } = JSON.parse(readFileSync(join(target, "package.json"), "utf8"))
  const bins: [string, string][] = typeof bin === "string" ? [[name, bin]] : Object.entries(bin)
  for (const [command, script] of bins) {
    link(join(target, script), join(folder, "node_modules/.bin", command))
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path, "junction")
}

/** A file from a guide. */
export function fileOf(guide: string, name: string): string {
  const file = stepsOf(guide).find((step) => step.kind === "file" && step.name === name)
  if (file?.kind !== "file") throw new Error(`The guide has no ${name}`)
  return file.code
}
