import { execFile, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Home } from "../own/run.ts"
import { builtEntry } from "../own/terminal.ts"

let entry: string
let home: Home
let folder: string
beforeAll(() => {
  entry = builtEntry()
})
beforeEach(() => {
  home = new Home()
  folder = join(home.folder, "config")
})
afterEach(async () => {
  await mas("mock", "stop", "--all")
  home.remove()
})

/** Runs a command line with no settings but its folder, in this process. */
const mas = (...words: string[]) => home.run(words)
/** Starts a server by the built command line. */
function started(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const options = { env: { PATH: process.env.PATH, MAS_CONFIG_DIR: folder }, cwd: home.folder }
  return new Promise((resolve) => {
    execFile(process.execPath, [entry, "mock", "start", ...words], options, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })
}
const start = async (...more: string[]) => {
  const { code, out, err } = await started("--detach", "--port", "0", "-o", "json", ...more)
  expect({ code, err }).toEqual({ code: 0, err: expect.any(String) })
  return JSON.parse(out)
}
const json = async (...words: string[]) => JSON.parse((await mas(...words)).out)
const notes = () => readdirSync(join(folder, "state/mocks")).filter((name) => name.endsWith(".json"))

describe("mas mock --detach", () => {
  it("ends once the server responds, with its address and process; mas mock stop ends the server", async () => {
    const { url, pid } = await start("--frozen", "--now", "2030-01-01T00:00:00Z", "--allow-host", "a.test,b.test")
    expect(process.kill(pid, 0)).toBe(true)
    expect(await json("mock", "clock")).toMatchObject({ mode: "frozen", now: "2030-01-01T00:00:00.000Z" })
    const { code, err } = await mas("mock", "stop")
    expect([code, err.includes(`${url} has ended`)]).toEqual([0, true])
    await expect(fetch(url)).rejects.toThrow()
    expect(notes()).toEqual([])
    expect((await mas("mock", "stop")).code).toBe(4)
  })

  it("prints lines for people and a record for scripts", async () => {
    const { out } = await started("--detach", "--port", "0")
    expect(out).toMatch(
      /^MAS mock server listening on http:\/\/127\.0\.0\.1:\d+\nProcess: \d+\nAPI key: maskey_live_mock\n/,
    )
  })

  it.each([[["--detach"]], [[]]])("starts nothing in a dry run, %j", async (more) => {
    const { code, out, err } = await mas("mock", "start", "--port", "0", "--dry-run", ...more)
    expect([code, out]).toEqual([0, ""])
    expect(err).toContain("Nothing was started: this is a dry run")
    expect((await mas("mock", "stop")).code).toBe(4)
  })

  it("says why a server does not start", async () => {
    const { url } = await start()
    const { code, out, err } = await started("--detach", "--port", new URL(url).port)
    expect([code, out]).toEqual([1, ""])
    expect(JSON.parse(err).error).toMatchObject({ code: "port_in_use", message: expect.stringContaining("in use") })
  })

  it("says what to do if its folder is not writable", async () => {
    mkdirSync(folder)
    writeFileSync(join(folder, "state"), "a file")
    const { code, out, err } = await started("--detach", "--port", "0")
    const { message, hint } = JSON.parse(err).error
    expect([code, out, message]).toEqual([1, "", expect.stringContaining("detached.log cannot be written: ")])
    expect(hint).toBe("Start it without --detach, or set MAS_CONFIG_DIR.")
  })

  it("ends with the exit code of a server that does not start", async () => {
    writeFileSync(join(home.folder, "odd.json"), '{"nothing": 1}')
    for (const more of [
      ["--fixtures", "odd.json"],
      ["--fixtures", "none.json"],
      ["--host", "none.invalid"],
    ]) {
      const [beside, here] = await Promise.all([
        started("--port", "0", "--detach", ...more),
        mas("mock", "start", "--port", "0", ...more),
      ])
      expect(beside.code).toBe(here.code)
      expect(JSON.parse(beside.err).error.message).toBe(JSON.parse(here.err).error.message)
    }
  })

  it("stops the named server, the only one, or all; none if the choice is ambiguous", async () => {
    const first = await start()
    const { err } = await started("--detach", "--port", "0")
    const [, second = ""] = /mas mock stop --base-url (\S+)/.exec(err) ?? []
    expect((await mas("mock", "stop")).code).toBe(2)
    expect((await mas("mock", "stop", "--base-url", first.url)).err).toContain(first.url)
    expect((await mas("mock", "world")).out).toContain(second)
    const third = await start()
    expect((await mas("mock", "stop", "--base-url", third.url)).err).toContain(third.url)
    expect((await mas("mock", "stop")).err).toContain(second)
    await start()
    await start()
    expect((await mas("mock", "stop", "--all")).code).toBe(0)
    expect(notes()).toEqual([])
  })
})

describe("the built-in profiles", () => {
  it("find the running mock server, on any port", async () => {
    const { url } = await start()
    expect(
      (await json("profiles", "list")).map(({ name, base_url }: { name: string; base_url: string }) => [
        name,
        base_url,
      ]),
    ).toEqual(["mock", "mock-owner", "mock-manager", "mock-client", "mock-public"].map((name) => [name, url]))
    expect((await json("account", "get", "--profile", "mock")).name).toBe("Acme")
    expect((await json("user", "get", "--profile", "mock-owner")).email).toBe("owner@acme.test")
    expect((await mas("affiliate", "get", "--profile", "mock-owner")).code).toBe(0)
    expect((await json("managed-accounts", "list", "--profile", "mock-manager"))[0].id).toBe(1)
    expect((await json("management-grant", "get", "--profile", "mock-client")).status).toBe("pending")
    const form = ["public-forms", "submit", "--email", "vera@example.test", "--list-id", "1"]
    expect((await mas(...form, "--profile", "mock-public")).code).toBe(0)
    expect((await mas("auth", "token", "--profile", "mock-owner")).out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  })

  it("are the default if nothing is set and a mock server runs", async () => {
    expect((await mas("account", "get")).code).toBe(3)
    await start()
    expect((await json("account", "get")).name).toBe("Acme")
    await mas("mock", "stop")
    expect((await mas("account", "get")).code).toBe(3)
  })

  it("print the default address once, also where each command has a parent of its own, as under npx", async () => {
    const { url } = await start()
    const notice = `No profile is set: commands go to the mock server at ${url}.`
    const wrapped = `for _ in 1 2; do sh -c '"$1" "$2" account get --columns id; echo done >&2' sh "$1" "$2"; done`
    const script = spawnSync("sh", ["-c", wrapped, "sh", process.execPath, entry], {
      env: { PATH: process.env.PATH, MAS_CONFIG_DIR: folder },
      cwd: home.folder,
      encoding: "utf8",
    })
    expect(script.stderr.split(notice)).toHaveLength(2)
    expect(script.stderr.match(/done/g)).toHaveLength(2)
  })

  it("skip a killed server, and another server at a registered address", async () => {
    const { url, pid } = await start()
    process.kill(pid, "SIGKILL")
    await expect
      .poll(() =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      )
      .toBe(false)
    const other = createServer((_, response) => response.end("{}"))
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const note = { url: address, pid: process.pid, instance: "x-y", started_at: "2030-01-01T00:00:00.000Z" }
    writeFileSync(join(folder, "state/mocks", `${process.pid}.json`), JSON.stringify(note))
    expect((await json("profiles", "list"))[0].base_url).toBe("http://127.0.0.1:4010")
    expect((await mas("mock", "stop", "--all")).code).toBe(4)
    other.close()
  })

  it("say that no mock server answers", async () => {
    const { code, err } = await mas("user", "get", "--profile", "mock-owner", "--base-url", "http://127.0.0.1:1")
    expect([code, JSON.parse(err).error.hint]).toEqual([8, expect.stringContaining("mas mock")])
    expect((await mas("user", "get", "--profile", "mock-owner", "--dry-run")).code).toBe(0)
  })

  it("ignore an unreadable note, and remove it", async () => {
    mkdirSync(join(folder, "state/mocks"), { recursive: true })
    writeFileSync(join(folder, "state/mocks/12345.json"), "{")
    expect((await mas("profiles", "list")).code).toBe(0)
    expect(existsSync(join(folder, "state/mocks/12345.json"))).toBe(false)
  })
})
