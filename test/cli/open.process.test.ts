import { chmodSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { homeWithService } from "./own/run.ts"

const sandbox = homeWithService()
afterAll(() => sandbox.close())
const open = (words: readonly string[], env: Record<string, string>) =>
  sandbox.run(["open", ...words, "--base-url", "http://127.0.0.1:4010"], { env })

describe("mas open", () => {
  it("prints the address if the browser is missing or fails", async () => {
    expect((await open([], { BROWSER: "/nowhere/browser" })).out).toBe("http://127.0.0.1:4010/_mock/\n")
    expect((await open([], { BROWSER: "false" })).out).toBe("http://127.0.0.1:4010/_mock/\n")
  })

  it("passes the address to the browser as one word, and says so on stderr", async () => {
    const browser = join(sandbox.home.folder, "browser")
    writeFileSync(browser, '#!/bin/sh\nprintf \'%s|\' "$@" > "$0.log"\n')
    chmodSync(browser, 0o755)
    const { out, err, code } = await open(["docs"], { BROWSER: `${browser} --new %s` })
    expect([out, err, code]).toEqual(["", "Opened http://127.0.0.1:4010/openapi.yaml\n", 0])
    expect(readFileSync(`${browser}.log`, "utf8")).toBe("--new|http://127.0.0.1:4010/openapi.yaml|")
  })
})
