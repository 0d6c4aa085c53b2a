import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { configFolder, configPath } from "../../../cli/connection/profile/config-path.ts"
import { createMockService } from "../../../mock-server/index.ts"
import { retryWhileLocked } from "../../../sdk/files/atomic-write.ts"
import { safeFileName } from "../../../sdk/files/safe-file-name.ts"
import { Home, homeWithService } from "./run.ts"

const folder = "C:\\Users\\Ada"

describe("on Windows", () => {
  it("profiles are in the folder for roaming settings", () => {
    const machine = { env: {}, platform: "win32", home: folder } as const
    expect(configPath(machine)).toBe("C:\\Users\\Ada\\AppData\\Roaming\\mas\\config.json")
    const moved = { APPDATA: "\\\\server\\profiles\\ada", XDG_CONFIG_HOME: "/x" }
    expect(configFolder({ ...machine, env: moved })).toBe("\\\\server\\profiles\\ada\\mas")
    expect(configPath({ ...machine, env: { MAS_CONFIG_DIR: "C:/mas" } })).toBe("C:\\mas\\config.json")
    expect(configPath({ env: {}, platform: "linux", home: "/mnt/c:/a\\b" })).toBe(
      "/mnt/c:/a\\b/.config/mas/config.json",
    )
  })

  it("a profile is saved, without a warning about permissions that do not exist there", async () => {
    const service = createMockService()
    const home = new Home({}, service.fetch)
    const login = ["login", "--profile", "staging", "--base-url", service.url, "--api-key", "-", "--no-check"]
    const { code } = await home.run(login, { platform: "win32", stdin: `${service.apiKey}\r\n` })
    expect(code).toBe(0)
    const configText = readFileSync(join(home.folder, "config/config.json"), "utf8")
    expect(JSON.parse(configText).profiles.staging.api_key).toBe(service.apiKey)
    const { json, err } = await home.run(["contacts", "list", "--limit", "100"], { platform: "win32" })
    expect([json.length > 0, err]).toEqual([true, ""])
    home.remove()
    await service.close()
  })

  it("a locked file is replaced once it is released", async () => {
    const pauses: number[] = []
    const failing = (code: string, times: number) => {
      let failuresLeft = times
      return async () => {
        failuresLeft -= 1
        if (failuresLeft >= 0) throw Object.assign(new Error(code), { code })
      }
    }
    const pause = async (ms: number) => void pauses.push(ms)
    await retryWhileLocked(failing("EPERM", 3), "win32", pause)
    expect(pauses).toEqual([10, 20, 40])
    await expect(retryWhileLocked(failing("EBUSY", 99), "win32", pause)).rejects.toThrow("EBUSY")
    expect(pauses).toHaveLength(10)
    await expect(retryWhileLocked(failing("ENOENT", 1), "win32", pause)).rejects.toThrow("ENOENT")
    await expect(retryWhileLocked(failing("EPERM", 1), "linux", pause)).rejects.toThrow("EPERM")
    expect(pauses).toHaveLength(10)
  })

  it.each([
    ["report.csv", "report.csv"],
    ["a:b|c?.csv", "a_b_c_.csv"],
    ["CON", "_CON"],
    ["nul.txt", "_nul.txt"],
    ["com1 .log", "_com1 .log"],
    ["console.txt", "console.txt"],
    ["ends. .", "ends"],
    ["...", "download"],
    ["COM\u00b9", "_COM\u00b9"],
    ["lpt\u00b2.txt", "_lpt\u00b2.txt"],
    ["com\u00b3", "_com\u00b3"],
    [".htaccess", "_.htaccess"],
    ["-rf", "_-rf"],
    ["x:y.txt", "x_y.txt"],
    ["../a\\b", "_.._a_b"],
    ["\u202egnp.exe", "gnp.exe"],
    ["scan\u{e0041}.pdf", "scan.pdf"],
    ["half\ud800.txt", "half_.txt"],
  ])("a download named %j is saved as %j", (name, saved) => {
    expect(safeFileName(name)).toBe(saved)
  })

  it("a download gets a valid file name in the folder", async () => {
    const other = homeWithService()
    const { conversation_id, conversation_message_id, attachments } = (
      await other.run([
        ...["mock", "inbound", "--from", "ada@example.test", "--to", "inbox@acme.test", "--subject", "x"],
        ...["--attach", await fileNamed(other.home.folder, "a.txt")],
      ])
    ).json
    const words = ["attachments", "download", conversation_id, conversation_message_id, attachments[0].id].map(String)
    const first = await other.run(words, { platform: "win32" })
    expect([first.code, first.json.path]).toEqual([0, join(other.home.folder, "a (2).txt")])
    expect(existsSync(join(other.home.folder, "a.txt"))).toBe(true)
    await other.close()
  })
})

async function fileNamed(folder: string, name: string): Promise<string> {
  const { writeFile } = await import("node:fs/promises")
  await writeFile(join(folder, name), "text")
  return name
}
