import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { commandText } from "../../../cli/line/command-text.ts"
import { shell, shellWord } from "../../../cli/line/shell-word.ts"
import { evilTexts, harmInTerminal } from "../../support/evil-texts.ts"
import { findProgram } from "../../support/installed.ts"
import { skipped } from "../../support/skipped.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"

const shells = ["bash", "zsh"] as const

describe.each(shells)("in %s", (name) => {
  const program = findProgram(() => [`/bin/${name}`, `/usr/bin/${name}`], name)
  const none = program === undefined ? `no ${name} here` : undefined

  it.skipIf(none)(`a shell reads each evil text as one word, and runs none of it${skipped(none)}`, () => {
    // No argument of a program can hold a NUL.
    const texts = evilTexts.filter((text) => !text.includes("\0"))
    const cwd = temporaryFolder()
    const script = `printf '%s\\0' ${texts.map(shellWord).join(" ")}`
    const { stdout, stderr } = spawnSync(program ?? "", ["-c", script], { cwd, encoding: "utf8" })
    expect(stderr).toBe("")
    expect(stdout.split("\0").slice(0, -1)).toEqual(texts.map((text) => Buffer.from(text).toString()))
    expect(existsSync(join(cwd, "pwned"))).toBe(false)
  })
})

it.each(evilTexts)("a line to paste with %j is one harmless line", (text) => {
  const lines = [shell`mas templates pull --only ${text}`, commandText({ words: ["lists", "get"], args: [text] })]
  for (const line of lines) expect([harmInTerminal(line), line.split("\n").length]).toEqual([undefined, 1])
})
