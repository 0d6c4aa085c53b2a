import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { shellFiles, withBlock, withoutBlock } from "../../cli/commands/completion/install.ts"
import { scripts, shells } from "../../cli/commands/completion/scripts.ts"
import { Home } from "./own/run.ts"

let home = new Home()
afterEach(() => {
  home.remove()
  home = new Home()
})

const inHome = (path: string) => join(home.folder, path)
const completion = async (...words: string[]) => {
  const { code, json } = await home.run(["completion", ...words])
  expect(code).toBe(0)
  return json
}

describe("mas completion install", () => {
  it.each(shells)("writes the files of %s once, says so, and removes them again", async (shell) => {
    const { script, startUp } = shellFiles(shell, {
      env: { MAS_CONFIG_DIR: inHome("config") },
      home: home.folder,
      platform: process.platform,
    })
    const before = "alias ll='ls -l'\n"
    if (startUp) {
      mkdirSync(join(startUp.path, ".."), { recursive: true })
      writeFileSync(startUp.path, before)
    }
    const first = await completion("install", shell)
    expect(first).toMatchObject({ shell, written: [script, ...(startUp ? [startUp.path] : [])], removed: [] })
    expect(first.next).toContain(`mas completion uninstall ${shell}`)
    expect(readFileSync(script, "utf8")).toBe(`${scripts[shell]}\n`)
    if (startUp)
      expect(readFileSync(startUp.path, "utf8")).toBe(
        `${before}\n# >>> mas completion >>>\n${startUp.line}\n# <<< mas completion <<<\n`,
      )
    expect((await completion("install", shell)).written).toEqual([])
    const undone = await completion("uninstall", shell)
    expect(undone.removed).toEqual([script])
    if (startUp) expect(readFileSync(startUp.path, "utf8")).toBe(before)
    expect(await completion("uninstall", shell)).toMatchObject({ written: [], removed: [] })
  })

  it("creates missing files, and writes through a symlink", async () => {
    writeFileSync(inHome("dotfile"), "# mine\n")
    chmodSync(inHome("dotfile"), 0o640)
    symlinkSync("dotfile", inHome(process.platform === "darwin" ? ".bash_profile" : ".bashrc"))
    await completion("install", "bash")
    expect(lstatSync(inHome(process.platform === "darwin" ? ".bash_profile" : ".bashrc")).isSymbolicLink()).toBe(true)
    expect(readFileSync(inHome("dotfile"), "utf8")).toContain("completion.bash")
    expect(statSync(inHome("dotfile")).mode & 0o777).toBe(0o640)
    await completion("install", "zsh")
    expect(readFileSync(inHome(".zshrc"), "utf8")).toContain("completion.zsh")
  })

  it("removes nothing in a dry run, and says which file it cannot read or write", async () => {
    const { script } = shellFiles("fish", {
      env: { MAS_CONFIG_DIR: inHome("config") },
      home: home.folder,
      platform: process.platform,
    })
    await completion("install", "fish")
    expect((await completion("uninstall", "fish", "--dry-run")).removed).toEqual([script])
    expect(readFileSync(script, "utf8")).toBe(`${scripts.fish}\n`)
    await completion("uninstall", "fish")
    const failing = async () => JSON.parse((await home.run(["completion", "install", "fish"])).err).error.message
    rmSync(dirname(script), { recursive: true })
    writeFileSync(dirname(script), "")
    expect(await failing()).toMatch(/cannot be read: a part of the path is a file, not a folder$/)
    rmSync(dirname(script))
    mkdirSync(script, { recursive: true })
    expect(await failing()).toBe(`${script} cannot be read: it is a folder`)
  })

  const bashFile = process.platform === "darwin" ? ".bash_profile" : ".bashrc"

  it("writes through a symlink whose file is missing, and removes that file again", async () => {
    mkdirSync(inHome("dotfiles"))
    symlinkSync("dotfiles/bashrc", inHome(bashFile))
    await completion("install", "bash")
    expect(lstatSync(inHome(bashFile)).isSymbolicLink()).toBe(true)
    expect(readFileSync(inHome("dotfiles/bashrc"), "utf8")).toContain("completion.bash")
    await completion("uninstall", "bash")
    expect(lstatSync(inHome(bashFile)).isSymbolicLink()).toBe(true)
    expect(existsSync(inHome("dotfiles/bashrc"))).toBe(false)
  })

  it.each([[undefined], [""], ["export A=1\n"], ["export A=1"]])("leaves a file as it was: %j", async (text) => {
    if (text !== undefined) writeFileSync(inHome(bashFile), text)
    await completion("install", "bash")
    await completion("install", "bash")
    await completion("uninstall", "bash")
    expect(existsSync(inHome(bashFile)) ? readFileSync(inHome(bashFile), "utf8") : undefined).toBe(text)
  })

  it("keeps bytes that are not UTF-8", async () => {
    const bytes = Buffer.from("# caf\u00e9\n", "latin1")
    writeFileSync(inHome(bashFile), bytes)
    await completion("install", "bash")
    expect(readFileSync(inHome(bashFile)).subarray(0, bytes.length)).toEqual(bytes)
    await completion("uninstall", "bash")
    expect(readFileSync(inHome(bashFile))).toEqual(bytes)
  })

  it("writes a path that is not ASCII as UTF-8", async () => {
    const config = inHome("h\u00f6 me")
    const { code } = await home.run(["completion", "install", "bash"], { env: { MAS_CONFIG_DIR: config } })
    expect([code, readFileSync(inHome(bashFile), "utf8")]).toEqual([0, expect.stringContaining(`'${config}/`)])
  })

  it.each([
    ["is read-only", "export A=1\n", 0o444, "chmod u+w"],
    ["is not UTF-8 text", Buffer.from("\uFEFFexport A=1\n", "utf16le"), 0o644, "Save it as UTF-8"],
  ])("refuses a file that %s", async (why, text, mode, advice) => {
    writeFileSync(inHome(bashFile), text)
    chmodSync(inHome(bashFile), mode)
    const { code, err } = await home.run(["completion", "install", "bash"])
    expect([code, err]).toEqual([1, expect.stringContaining(`${bashFile} ${why}. Nothing was changed`)])
    expect(err).toContain(advice)
    expect(readFileSync(inHome(bashFile))).toEqual(Buffer.from(text))
    expect(existsSync(join(home.folder, "config", "completion.bash"))).toBe(false)
  })

  it("uses SHELL if no shell is named, and fails if SHELL is not supported", async () => {
    const installFor = async (SHELL: string) => home.run(["completion", "install", "--dry-run"], { env: { SHELL } })
    expect((await installFor("/usr/bin/fish")).json).toMatchObject({ shell: "fish" })
    expect((await installFor("/usr/local/bin/pwsh")).json.shell).toBe("powershell")
    const unknown = await installFor("/bin/tcsh")
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("mas completion install bash|zsh")])
    expect((await completion("uninstall", "fish")).removed).toEqual([])
  })

  it("refuses a second word when it prints a script", async () => {
    expect((await home.run(["completion", "bash", "zsh"])).code).toBe(2)
  })
})

describe("the block in a user's file", () => {
  const source = (folder: string) =>
    ["[ -f", "&& source"].map((word) => `${word} '/${folder}/completion.bash'`).join(" ] ")

  it.each(["", "a\n", "a", "a\r\nb\r\n", "a\n\n"])("leaves no trace in %j", (text) => {
    expect(withoutBlock(withBlock(text, source("x")))).toBe(text)
    expect(withBlock(withBlock(text, source("x")), source("x"))).toBe(withBlock(text, source("x")))
  })

  it("is updated in place, and exists once", () => {
    const before = `${withBlock("before\n", source("old"))}after\n`
    expect(withBlock(before, source("new"))).toBe(before.replaceAll("old", "new"))
    const twice = withBlock(`${before}${withBlock("", source("older"))}`, source("new"))
    expect(twice.trimEnd()).toBe(before.replaceAll("old", "new").trimEnd())
  })

  it.each(["a", "a\n", "a\r\nb", "\n"])("leaves each line after %j its own", (text) => {
    const more = "export B=1\n"
    const separate = `${text}${text.endsWith("\n") ? "" : text.includes("\r") ? "\r\n" : "\n"}${more}`
    expect(withoutBlock(withBlock(text, source("x")) + more)).toBe(separate)
    const tidied = withBlock(text, source("x")).replace(/(?:\r?\n){2}(?=#)/, "\n")
    expect(withoutBlock(tidied + more)).toBe(separate)
    expect(withoutBlock(withBlock(text, source("x")) + withBlock(undefined, source("y")) + more)).toBe(separate)
  })

  it("keeps what the user put into it", () => {
    const lines = "export B=1\n"
    const changed = `${withBlock("a\n", source("old")).replace("# <<<", `${lines}# <<<`)}c\n`
    const updated = withBlock(changed, source("new"))
    expect(updated).toBe(changed.replaceAll("old", "new"))
    expect(withBlock(updated, source("new"))).toBe(updated)
    expect(withoutBlock(updated)).toBe(`a\n${lines}c\n`)
    expect(withoutBlock(withBlock(undefined, source("x")).replace("# <<<", `${lines}# <<<`))).toBe(lines)
  })

  it("has the line ends of the file", () => {
    expect(withBlock("a\r\n", source("x"))).toBe(
      `a\r\n\r\n# >>> mas completion >>>\r\n${source("x")}\r\n# <<< mas completion <<<\r\n`,
    )
  })
})

describe("the files of a shell", () => {
  const files = (shell: (typeof shells)[number], env: Record<string, string>, platform: NodeJS.Platform, at: string) =>
    shellFiles(shell, { env, platform, home: at })

  it("include PowerShell's profile on Windows, and have forward slashes for Git Bash", () => {
    const windows = "C:\\Users\\O'Hara"
    const { script, startUp } = files("powershell", { APPDATA: `${windows}\\AppData\\Roaming` }, "win32", windows)
    expect(script).toBe("C:\\Users\\O'Hara\\AppData\\Roaming\\mas\\completion.ps1")
    expect(startUp?.path).toBe("C:\\Users\\O'Hara\\Documents\\PowerShell\\Microsoft.PowerShell_profile.ps1")
    expect(startUp?.line).toContain(". 'C:\\Users\\O''Hara\\AppData\\Roaming\\mas\\completion.ps1'")
    const bash = files("bash", { APPDATA: `${windows}\\AppData\\Roaming` }, "win32", windows)
    expect(bash.startUp).toEqual({
      path: "C:\\Users\\O'Hara\\.bashrc",
      line: "[ -f 'C:/Users/O'\\''Hara/AppData/Roaming/mas/completion.bash' ] && source 'C:/Users/O'\\''Hara/AppData/Roaming/mas/completion.bash'",
    })
  })

  it("follow the environment", () => {
    expect(files("fish", { XDG_CONFIG_HOME: "/x" }, "linux", "/h").script).toBe("/x/fish/completions/mas.fish")
    expect(files("zsh", { ZDOTDIR: "/z" }, "linux", "/h").startUp?.path).toBe("/z/.zshrc")
    expect(files("bash", {}, "darwin", "/h").startUp?.path).toBe("/h/.bash_profile")
    expect(files("powershell", {}, "linux", "/h").startUp?.path).toBe(
      "/h/.config/powershell/Microsoft.PowerShell_profile.ps1",
    )
  })
})
