import { execFileSync } from "node:child_process"
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { removeLeftovers, writeFileAtomically } from "../../../sdk/files/atomic-write.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"

let folder: string
beforeEach(() => {
  folder = temporaryFolder(onTestFinished)
})
const file = () => join(folder, "file")

describe("an atomically written file", () => {
  it("holds its chunks in order, text and bytes", async () => {
    await writeFileAtomically(file(), ["ä", Buffer.from("b"), "c"])
    expect(readFileSync(file(), "utf8")).toBe("äbc")
    expect(readdirSync(folder)).toEqual(["file"])
  })

  it("is unchanged if a chunk fails, and leaves no temporary file", async () => {
    writeFileSync(file(), "before")
    async function* pieces() {
      yield "half"
      throw new Error("the connection was cut")
    }
    await expect(writeFileAtomically(file(), pieces())).rejects.toThrow("the connection was cut")
    expect(readFileSync(file(), "utf8")).toBe("before")
    expect(readdirSync(folder)).toEqual(["file"])
  })

  it("is one writer's whole content if several write at once", async () => {
    const texts = ["a", "b", "c", "d"].map((letter) => letter.repeat(100_000))
    await Promise.all(texts.map((text) => writeFileAtomically(file(), [text.slice(0, 50_000), text.slice(50_000)])))
    expect(texts).toContain(readFileSync(file(), "utf8"))
    expect(readdirSync(folder)).toEqual(["file"])
  })

  it("keeps the permissions of an existing file, and a link to it", async () => {
    writeFileSync(file(), "before", { mode: 0o640 })
    const link = join(folder, "link")
    symlinkSync("file", link)
    await writeFileAtomically(link, ["new"])
    expect([readFileSync(file(), "utf8"), statSync(file()).mode & 0o777]).toEqual(["new", 0o640])
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(["file", "link"])
  })

  it("is written through links whose file is missing", async () => {
    mkdirSync(join(folder, "dotfiles"))
    symlinkSync("dotfiles/link", join(folder, "link"))
    symlinkSync("new", join(folder, "dotfiles", "link"))
    await writeFileAtomically(join(folder, "link"), ["new"])
    expect(readFileSync(join(folder, "dotfiles", "new"), "utf8")).toBe("new")
    expect([join(folder, "link"), join(folder, "dotfiles", "link")].map((path) => readlinkSync(path))).toEqual([
      "dotfiles/link",
      "new",
    ])
    symlinkSync("nowhere/file", join(folder, "broken"))
    await expect(writeFileAtomically(join(folder, "broken"), ["new"])).rejects.toThrow("ENOENT")
    symlinkSync("circle", join(folder, "circle"))
    await expect(writeFileAtomically(join(folder, "circle"), ["new"])).rejects.toThrow("ELOOP")
  })

  it.skipIf(process.getuid?.() !== 0)("keeps its owner when root writes it", async () => {
    writeFileSync(file(), "before")
    chownSync(file(), 12345, 23456)
    await writeFileAtomically(file(), ["new"])
    expect(statSync(file())).toMatchObject({ uid: 12345, gid: 23456 })
  })

  it.skipIf(process.platform === "win32")("is streamed into a pipe, and the pipe stays", async () => {
    const pipe = join(folder, "pipe")
    execFileSync("mkfifo", [pipe])
    const [read] = await Promise.all([readFile(pipe, "utf8"), writeFileAtomically(pipe, ["a", "b"])])
    expect([read, lstatSync(pipe).isFIFO(), readdirSync(folder)]).toEqual(["ab", true, ["pipe"]])
  })

  it.runIf(existsSync("/dev/full"))("names its path when the disk is full", async () => {
    const full = { code: "ENOSPC", path: "/dev/full" }
    await expect(writeFileAtomically("/dev/full", ["a"])).rejects.toMatchObject(full)
    // An error of what is written is none of the disk.
    const broken = Object.assign(new Error("reset"), { code: "ECONNRESET", syscall: "read" })
    async function* chunks() {
      yield* []
      throw broken
    }
    await expect(writeFileAtomically(file(), chunks())).rejects.not.toHaveProperty("path")
  })

  it.each([`${"a".repeat(251)}.csv`, "報".repeat(85)])("may have the longest possible name: %s", async (name) => {
    await writeFileAtomically(join(folder, name), ["new"])
    expect(readFileSync(join(folder, name), "utf8")).toBe("new")
    async function* leftovers() {
      yield "half"
      expect(readdirSync(folder)).toHaveLength(2)
      await removeLeftovers(join(folder, name))
      expect(readdirSync(folder)).toEqual([name])
      throw new Error("cut")
    }
    await expect(writeFileAtomically(join(folder, name), leftovers())).rejects.toThrow("cut")
  })

  it("gets the given permissions, even if it existed", async () => {
    writeFileSync(file(), "before", { mode: 0o666 })
    await writeFileAtomically(file(), ["new"], { mode: 0o600 })
    expect([readFileSync(file(), "utf8"), statSync(file()).mode & 0o777]).toEqual(["new", 0o600])
  })
})
