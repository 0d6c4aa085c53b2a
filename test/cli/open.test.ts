import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { browserFor } from "../../cli/commands/open/browser.ts"
import { Home, homeWithService } from "./own/run.ts"

const sandbox = homeWithService()
afterAll(() => sandbox.close())
const unseen = { CI: "1", BROWSER: "" }
const open = (words: readonly string[], env: Record<string, string> = unseen) =>
  sandbox.run(["open", ...words, "--base-url", "http://127.0.0.1:4010"], { env })

describe("mas open", () => {
  it("prints the address if no browser can be opened, or with --print", async () => {
    expect((await open([])).out).toBe("http://127.0.0.1:4010/_mock/\n")
    expect((await open(["dashboard", "--print"], { BROWSER: "/nowhere/browser" })).out).toBe(
      "http://127.0.0.1:4010/_mock/\n",
    )
    expect((await open(["docs", "-o", "json"])).json).toEqual({
      what: "docs",
      url: "http://127.0.0.1:4010/openapi.yaml",
      opened: false,
    })
  })

  it("opens this package's document if no service is set", async () => {
    const home = new Home()
    const { out } = await home.run(["open", "docs", "--print"])
    expect(readFileSync(fileURLToPath(out.trim()), "utf8")).toContain("openapi: 3.1")
    home.remove()
  })

  it("refuses an address that is not a web address", async () => {
    const { code, err } = await sandbox.run(["open", "docs", "--base-url", "file:///etc/passwd"], { env: unseen })
    expect([code, err]).toEqual([6, expect.stringContaining("must be an address")])
  })
})

describe("the program that opens an address", () => {
  const url = "http://127.0.0.1:4010/_mock/?a=1&calc.exe"
  it.each([
    ["win32", {}, "rundll32.exe", ["url.dll,FileProtocolHandler", url]],
    ["darwin", {}, "open", [url]],
    ["linux", { DISPLAY: ":0" }, "xdg-open", [url]],
    ["linux", { WAYLAND_DISPLAY: "wayland-0" }, "xdg-open", [url]],
    ["linux", { WSL_DISTRO_NAME: "Debian" }, "rundll32.exe", ["url.dll,FileProtocolHandler", url]],
    ["linux", { BROWSER: "lynx", SSH_TTY: "/dev/pts/1" }, "lynx", [url]],
  ] as const)("on %s with %j is %s, without a shell", (platform, env, file, args) => {
    expect(browserFor(url, { platform, env })).toEqual({ file, args })
  })

  it.each([
    ["linux", {}],
    ["darwin", { CI: "true" }],
    ["win32", { SSH_CONNECTION: "1" }],
  ] as const)("on %s with %j is none", (platform, env) => {
    expect(browserFor(url, { platform, env })).toBe(undefined)
  })
})
