import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { builtInProfiles } from "../../cli/connection/profile/built-in-profiles.ts"
import { configExposure, readConfig, writeConfig } from "../../cli/connection/profile/config-file.ts"
import { configFolder } from "../../cli/connection/profile/config-path.ts"
import type { Config } from "../../cli/connection/profile/profile.ts"
import { targetText } from "../../cli/connection/profile/profile.ts"
import { resolveProfile } from "../../cli/connection/profile/resolve-profile.ts"
import { globalFlags } from "../../cli/line/global-flags.ts"
import type { Io } from "../../cli/terminal/io.ts"
import { stateFolder } from "../../sdk/files/state-folder.ts"
import { readProjectFile } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

let folder: string
let notes: string[]
beforeEach(() => {
  folder = temporaryFolder(onTestFinished)
  notes = []
})

const io = (env: Record<string, string> = {}, platform: NodeJS.Platform = "linux"): Io => ({
  stdin: (async function* () {})(),
  stdout: { write: () => true, once: () => {} },
  stderr: { write: () => true, once: () => {} },
  env: { MAS_CONFIG_DIR: join(folder, "config"), ...env },
  platform,
  home: folder,
  cwd: folder,
  now: () => 0,
  signal: new AbortController().signal,
})
const config: Config = {
  current: "work",
  profiles: {
    work: { base_url: "https://work.example.test", api_key: "maskey_live_work", brand: "main", account: "7" },
    person: { base_url: "https://work.example.test", token: "jwt-of-a-person", email: "ada@example.test" },
  },
}
const resolve = (flags: object = {}, env: Record<string, string> = {}) =>
  resolveProfile(io(env), flags, (note) => notes.push(note))

describe("the config", () => {
  it.each([
    ["linux", {}, ".config/mas"],
    ["linux", { XDG_CONFIG_HOME: "/xdg" }, "/xdg/mas"],
    ["darwin", {}, "Library/Application Support/mas"],
    ["win32", { APPDATA: "/appdata" }, "/appdata/mas"],
    ["linux", { MAS_CONFIG_DIR: "/own" }, "/own"],
  ] as const)("is in the config folder of %s, with %j", (platform, env, expected) => {
    const home = "/home/ada"
    expect(configFolder({ env, platform, home })).toBe(expected.startsWith("/") ? expected : join(home, expected))
  })

  it.each([
    ["linux", { MAS_CONFIG_DIR: "/own" }, "/home/ada", "/own", "/own/state"],
    ["linux", {}, "/home/ada", "/home/ada/.config/mas", "/home/ada/.local/state/mas"],
    ["linux", { XDG_STATE_HOME: "/s" }, "/home/ada", "/home/ada/.config/mas", "/s/mas"],
    [
      ...(["darwin", { XDG_STATE_HOME: "/s" }, "/Users/ada", "/Users/ada/Library/Application Support/mas"] as const),
      "/Users/ada/Library/Application Support/mas/state",
    ],
    [
      ...(["win32", {}, "C:\\Users\\ada", "C:\\Users\\ada\\AppData\\Roaming\\mas"] as const),
      "C:\\Users\\ada\\AppData\\Local\\mas\\state",
    ],
    [
      ...(["win32", { APPDATA: "\\\\host\\a", LOCALAPPDATA: "d:\\l" }, "C:\\Users\\ada"] as const),
      ...(["\\\\host\\a\\mas", "d:\\l\\mas\\state"] as const),
    ],
  ] as const)("has one folder for config and one for state: %s, %j", (platform, env, home, ...folders) => {
    const machine = { env, platform, home }
    expect([configFolder(machine), stateFolder(machine)]).toEqual(folders)
  })

  it("is readable only by this user, and no other file is left", async () => {
    await writeConfig(io(), config)
    expect(await readConfig(io())).toEqual(config)
    const dir = join(folder, "config")
    expect(readdirSync(dir)).toEqual(["config.json"])
    expect([statSync(dir).mode & 0o777, statSync(join(dir, "config.json")).mode & 0o777]).toEqual([0o700, 0o600])
  })

  it("restricts a folder that was open", async () => {
    mkdirSync(join(folder, "config"), { mode: 0o755 })
    await writeConfig(io(), config)
    expect(statSync(join(folder, "config")).mode & 0o777).toBe(0o700)
  })

  it("leaves no partial file if it cannot be written", async () => {
    mkdirSync(join(folder, "config/config.json/in-the-way"), { recursive: true })
    await expect(writeConfig(io(), config)).rejects.toThrow("cannot be written")
    expect(readdirSync(join(folder, "config"))).toEqual(["config.json"])
  })

  it("is empty without a file, and an error if the file is broken", async () => {
    expect(await readConfig(io())).toEqual({ profiles: {} })
    mkdirSync(join(folder, "config"))
    for (const text of ["", "{", "[]", '{"profiles":[]}', "null"]) {
      writeFileSync(join(folder, "config/config.json"), text)
      await expect(readConfig(io())).rejects.toThrow("is not a config file that mas wrote")
    }
  })

  it("is read defensively: invalid values are dropped", async () => {
    mkdirSync(join(folder, "config"))
    writeFileSync(
      join(folder, "config/config.json"),
      '{"current":5,"profiles":{"a":{"base_url":1,"api_key":{},"account":7},"b":null}}',
    )
    expect(await readConfig(io())).toEqual({ profiles: { a: { base_url: "1", account: "7" }, b: {} } })
  })

  it.each([
    ["allowed_recipients", ["*@acme.test"], "has allowed_recipients that is no text"],
    ["redirect_to", null, "has redirect_to that is no text"],
    ["allow_unseen", false, "has allow_unseen that is no text"],
    ["allowed_recipient", "*@acme.test", 'has "allowed_recipient", which is none of base_url, api_key'],
  ])("is an error if a guard cannot be read, or by its name: %s", async (name, value, problem) => {
    mkdirSync(join(folder, "config"))
    writeFileSync(join(folder, "config/config.json"), JSON.stringify({ profiles: { work: { [name]: value } } }))
    await expect(readConfig(io())).rejects.toThrow(`config.json: the profile "work" ${problem}`)
  })

  it.each([
    ["the file", "config/config.json", 0o644, "chmod 600"],
    ["the folder", "config", 0o755, "chmod 700"],
  ])("is reported with the fix if others can read it: %s", async (_, path, mode, fix) => {
    await writeConfig(io(), config)
    expect(await configExposure(io())).toBeUndefined()
    chmodSync(join(folder, path), mode)
    expect((await configExposure(io()))?.fix).toBe(`${fix} '${join(folder, path)}'`)
    await resolve()
    expect(notes).toEqual([expect.stringContaining(`Warning: ${join(folder, path)} can be read`)])
  })

  it("is restricted to this user again when it is rewritten", async () => {
    await writeConfig(io(), config)
    chmodSync(join(folder, "config/config.json"), 0o666)
    await writeConfig(io(), config)
    expect(statSync(join(folder, "config/config.json")).mode & 0o777).toBe(0o600)
  })
})

describe("the profile", () => {
  it("has five built-in ones, as help and docs/command-line.md say", () => {
    const names = Object.keys(builtInProfiles)
    expect(names).toHaveLength(5)
    const sentence = "`mock` and four more are built in"
    expect(globalFlags.find(({ name }) => name === "profile")?.description).toContain(sentence)
    const text = readProjectFile("docs/command-line.md")
    expect([sentence, ...names.map((name) => `\`${name}\``)].filter((part) => !text.includes(part))).toEqual([])
  })

  beforeEach(() => writeConfig(io(), config))

  it("is the current one if none is named", async () => {
    expect(await resolve()).toMatchObject({
      name: "work",
      apiKey: "maskey_live_work",
      brand: "main",
      account: "7",
      credentialFrom: "profile work",
    })
  })

  it("is named by MAS_PROFILE; --profile takes precedence", async () => {
    expect((await resolve({}, { MAS_PROFILE: "person" })).token).toBe("jwt-of-a-person")
    expect((await resolve({ profile: "work" }, { MAS_PROFILE: "person" })).apiKey).toBe("maskey_live_work")
  })

  it("has lower precedence than the environment, and both have lower precedence than flags", async () => {
    const env = {
      MAS_API_KEY: "maskey_live_env",
      MAS_BASE_URL: "https://env.example.test",
      MAS_BRAND_SID: "env",
      MAS_ACCOUNT_ID: "8",
    }
    expect(await resolve({}, env)).toMatchObject({
      apiKey: "maskey_live_env",
      baseUrl: "https://env.example.test",
      brand: "env",
      account: "8",
      credentialFrom: "MAS_API_KEY",
      baseUrlFrom: "MAS_BASE_URL",
    })
    const flags = {
      "api-key": "maskey_live_flag",
      "base-url": "https://flag.example.test",
      brand: "flag",
      account: "9",
    }
    expect(await resolve(flags, env)).toMatchObject({
      apiKey: "maskey_live_flag",
      baseUrl: "https://flag.example.test",
      brand: "flag",
      account: "9",
    })
  })

  it("uses its credential, its brand and its account only for its own address", async () => {
    for (const profile of ["work", "person"]) {
      const elsewhere = await resolve({ profile, "base-url": "https://other.example.test" })
      expect(elsewhere).toMatchObject({ apiKey: undefined, token: undefined, brand: undefined, account: undefined })
      expect(elsewhere.withheld?.message).toContain(`profile ${profile} is for https://work.example.test`)
    }
    for (const url of ["https://work.example.test/", "HTTPS://WORK.example.test:443"])
      expect(await resolve({ "base-url": url })).toMatchObject({ apiKey: "maskey_live_work", brand: "main" })
    for (const url of ["http://work.example.test", "https://work.example.test:8443", "https://work.example.test/v2"])
      expect((await resolve({}, { MAS_BASE_URL: url })).apiKey).toBeUndefined()
    const overridden = await resolve({ "base-url": "https://other.example.test" }, { MAS_API_KEY: "k" })
    expect(overridden).toMatchObject({ name: undefined, apiKey: "k", brand: undefined })
    expect(overridden.withheld).toBeUndefined()
  })

  it("that is built in has a public key, used only for servers on this machine", async () => {
    const at = async (url: string) => (await resolve({ profile: "mock", "base-url": url })).apiKey
    expect(await at("http://127.0.0.1:5000")).toBe("maskey_live_mock")
    expect(await at("http://localhost:5000")).toBe("maskey_live_mock")
    expect(await at("https://work.example.test")).toBeUndefined()
  })

  it("is named in prompts only if the command uses its address", async () => {
    const where = async (flags: object, env?: Record<string, string>) => targetText(await resolve(flags, env))
    expect(await where({})).toBe("in profile work (https://work.example.test), brand main, account 7")
    expect(await where({ "api-key": "k" })).toBe(
      "at https://work.example.test, credential of --api-key, brand main, account 7",
    )
    expect(await where({ "base-url": "https://other.example.test" }, { MAS_API_KEY: "k" })).toBe(
      "at https://other.example.test, credential of MAS_API_KEY",
    )
  })

  it("that holds a session has lower precedence than any key", async () => {
    expect(await resolve({ profile: "person" })).toMatchObject({ token: "jwt-of-a-person", apiKey: undefined })
    expect(await resolve({ profile: "person", "api-key": "k" })).toMatchObject({ token: undefined, apiKey: "k" })
    expect(await resolve({ profile: "person" }, { MAS_API_KEY: "k" })).toMatchObject({ token: undefined, apiKey: "k" })
  })

  it("that is named and overridden in part causes a note", async () => {
    await resolve({ profile: "work" }, { MAS_API_KEY: "maskey_live_env" })
    expect(notes).toEqual(["MAS_API_KEY is set and takes precedence over profile work."])
  })

  it("mock exists without being saved, and can be overridden", async () => {
    const elsewhere = { MAS_API_KEY: "maskey_live_work", MAS_BASE_URL: "https://work.example.test" }
    for (const env of [{}, elsewhere]) {
      expect(await resolve({ profile: "mock" }, env)).toMatchObject({
        baseUrl: "http://127.0.0.1:4010",
        apiKey: "maskey_live_mock",
      })
    }
    await writeConfig(io(), { profiles: { mock: { base_url: "http://127.0.0.1:5000", api_key: "maskey_live_mock" } } })
    expect((await resolve({ profile: "mock" })).baseUrl).toBe("http://127.0.0.1:5000")
  })

  it("mock uses another address of this machine from a variable, with its own key", async () => {
    const env = { MAS_API_KEY: "maskey_live_work", MAS_BASE_URL: "http://localhost:5000", MAS_BRAND_SID: "second" }
    expect(await resolve({ profile: "mock" }, env)).toMatchObject({
      ...{ baseUrl: "http://localhost:5000", baseUrlFrom: "MAS_BASE_URL", brand: "second" },
      ...{ apiKey: "maskey_live_mock", credentialFrom: "profile mock" },
    })
    const elsewhere = await resolve({ profile: "mock" }, { ...env, MAS_BASE_URL: "https://work.example.test" })
    expect(elsewhere).toMatchObject({ baseUrl: "http://127.0.0.1:4010", brand: "second", apiKey: "maskey_live_mock" })
  })

  it("that does not exist is an error, with the nearest name", async () => {
    await expect(resolve({ profile: "wrok" })).rejects.toMatchObject({
      message: "there is no profile wrok",
      hint: "Did you mean work?",
    })
    await expect(resolve({ profile: "__proto__" })).rejects.toThrow("there is no profile __proto__")
  })

  it("is optional", async () => {
    rmSync(join(folder, "config"), { recursive: true })
    expect(await resolve()).toMatchObject({ name: undefined, baseUrl: undefined, credentialFrom: undefined })
    expect(existsSync(join(folder, "config"))).toBe(false)
  })
})
