import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { builtEntry, Terminal } from "./terminal.ts"

/** A shell, and the command that sets up completion of `mas`. */
interface Shell {
  readonly name: string
  readonly args: readonly string[]
  readonly setUp: string
}

const shells: readonly Shell[] = [
  { name: "bash", args: ["--noprofile", "--norc", "-i"], setUp: "source <(mas completion bash)" },
  {
    name: "zsh",
    args: ["-f", "-i"],
    setUp: "autoload -Uz compinit; compinit -u -d $HOME/dump; source <(mas completion zsh)",
  },
  { name: "fish", args: ["--no-config", "--interactive"], setUp: "mas completion fish | source" },
]

const isThere = (name: string) => spawnSync(name, ["--version"]).status === 0

/** Installs a missing shell if this user can. Returns whether it is there. */
function ensure(name: string): boolean {
  if (isThere(name)) return true
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return false
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  spawnSync("apt-get", ["update", "-qq"], { env, timeout: 60_000 })
  spawnSync("apt-get", ["install", "-y", "-qq", name], { env, timeout: 120_000 })
  return isThere(name)
}

const folder = temporaryFolder()
beforeAll(() => {
  const mas = join(folder, "bin/mas")
  mkdirSync(join(folder, "bin"))
  writeFileSync(mas, `#!/bin/sh\nexec '${process.execPath}' '${builtEntry()}' "$@"\n`)
  chmodSync(mas, 0o755)
  writeFileSync(join(folder, "rows.csv"), "email\n")
  mkdirSync(join(folder, "pages"))
  writeFileSync(join(folder, "pages/my page@2.html"), "<p>")
  const login = ["login", "--profile", "staging", "--base-url", "http://127.0.0.1:1", "--api-key", "-", "--no-check"]
  execFileSync(mas, login, { input: "maskey_live_hidden", env: environment(), stdio: "pipe" })
})

const environment = () => ({
  HOME: folder,
  MAS_CONFIG_DIR: join(folder, "config"),
  PATH: `${join(folder, "bin")}:${process.env.PATH}`,
  LANG: "C.UTF-8",
})

describe.each(shells)("completion in $name", ({ name, args, setUp }) => {
  const isHere = ensure(name)
  const title = (text: string) => (isHere ? text : `${text} (not run: ${name} is not here and cannot be installed)`)

  const echoLine = `echo set-${name === "fish" ? "(math 40 + 2)" : "$((40 + 2))"}\r`
  const startShell = (args: readonly string[]) =>
    new Terminal(name, args, { env: { ...environment(), PS1: "ready> ", PROMPT: "ready> " }, cwd: folder })

  let shell: Terminal
  beforeAll(() => {
    if (!isHere) return
    shell = startShell(args)
    shell.type(`${setUp}\r`)
  })
  afterAll(() => shell?.kill())

  /** Types a line and Tab, and waits for the expected completion. */
  async function complete(typed: string, expected: RegExp): Promise<void> {
    // Ctrl-U removes the line before; the response to a command shows that nothing more is drawn of it.
    shell.type(`\u0015${echoLine}`)
    await shell.says("set-42")
    shell.type(`${typed}\t`)
    await shell.says(expected)
  }

  it.runIf(isHere)(title("completes groups, verbs and flags"), async () => {
    await complete("mas webh", /mas webhooks/)
    await complete("mas webhooks tri", /mas webhooks trigger/)
    await complete("mas messages send --subj", /--subject/)
  })

  it.runIf(isHere)(title("completes choices, profiles and files"), async () => {
    await complete("mas messages send --channel em", /--channel email/)
    await complete("mas account get --profile stag", /--profile staging/)
    await complete("mas imports create --file ro", /--file rows\.csv/)
  })

  it.runIf(isHere)(title("completes columns, values of a short flag, and API paths"), async () => {
    await complete("mas contacts list --columns first", /--columns first_name/)
    await complete("mas contacts list -o nd", /-o ndjson/)
    await complete("mas api GET /v1/my/seg", /\/v1\/my\/segments/)
  })

  it.runIf(isHere)(title("completes files after @, also after ="), async () => {
    await complete("mas messages send --html @ro", /--html @rows\.csv/)
    await complete("mas messages send --html=@ro", /--html=@rows\.csv/)
    await complete("mas messages send --html=@pag", /--html=@pages\//)
    await complete("mas messages send --html @pages/m", /--html @pages\/my\\ page@2\.html/)
    if (name === "fish") return
    await complete("mas messages send --html @pages/my\\ page@", /--html @pages\/my\\ page@2\.html/)
  })

  it.runIf(isHere)(title("continues a completed list, and completes after = and after an address"), async () => {
    const list = "mas contacts list --columns"
    await complete(`${list} id,em`, /--columns id,email/)
    await complete(`${list} id,email,first`, /--columns id,email,first_name/)
    await complete(`${list}=id,em`, /--columns=id,email/)
    if (name === "bash") await complete(`${list} "id,em`, /--columns "id,email"/)
    await complete("mas messages send --to ada@example.com --channel em", /--channel email/)
    await complete("mas messages send --channel=em", /--channel=email/)
  })

  it.runIf(isHere)(title("completes after installation, in a normally started shell"), async () => {
    const mas = join(folder, "bin/mas")
    const installed = JSON.parse(
      execFileSync(mas, ["completion", "install", name], { env: environment(), stdio: "pipe" }).toString(),
    )
    expect(installed.written.length).toBeGreaterThan(0)
    const setting = name === "zsh" ? "compinit -u -d $HOME/dump\n" : ""
    if (name === "zsh")
      writeFileSync(
        join(folder, ".zshrc"),
        `autoload -Uz compinit; ${setting}${readFileSync(join(folder, ".zshrc"), "utf8")}`,
      )
    const usual = { bash: ["-i"], zsh: ["-i"], fish: ["--interactive"] }[name] ?? []
    const usualShell = startShell(usual)
    try {
      usualShell.type(echoLine)
      await usualShell.says("set-42")
      usualShell.type("mas webhooks tri\t")
      await usualShell.says(/mas webhooks trigger/)
    } finally {
      usualShell.kill()
    }
    const removed = JSON.parse(
      execFileSync(mas, ["completion", "uninstall", name], { env: environment(), stdio: "pipe" }).toString(),
    )
    expect(removed.removed).toContain(installed.written[0])
  })

  it.runIf(isHere)(title("never shows a credential"), async () => {
    await complete("mas account get --profile stag", /--profile staging/)
    expect(shell.text).not.toContain("maskey_live_hidden")
  })
})
