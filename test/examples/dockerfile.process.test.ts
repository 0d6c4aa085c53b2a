import { execFile, spawn } from "node:child_process"
import { chmodSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { validate } from "dockerfile-utils"
import { describe, expect, it, onTestFinished } from "vitest"
import { packed } from "../../scripts/lib/pack.mjs"
import { freePort, lineOf } from "../support/example.ts"
import { readProjectFile, root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

const run = promisify(execFile)
const text = readProjectFile("Dockerfile")
/** The arguments of an instruction in exec form. */
const wordsOf = (instruction: string): string[] =>
  JSON.parse(new RegExp(`${instruction} (\\[.*\\])$`, "m").exec(text)?.[1] ?? "[]")
const health = wordsOf("^HEALTHCHECK [^[]*CMD")
const start = [...wordsOf("^ENTRYPOINT"), ...wordsOf("^CMD")]

describe("the Dockerfile", () => {
  it("is short, and passes a linter", () => {
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(20)
    expect(validate(text)).toEqual([])
    expect(validate(text.replace("USER 10001:10001", "USERS 10001"))).not.toEqual([])
    expect(validate(text.replace("HEALTHCHECK --interval=2s", "HEALTHCHECK --interval=2"))).not.toEqual([])
  })

  it("installs this version of the package, and runs as an unprivileged user", () => {
    const { version } = JSON.parse(readProjectFile("package.json"))
    expect(text).toContain(`ARG PACKAGE=mas-sdk@${version}\n`)
    const lastStage = text.slice(text.lastIndexOf("\nFROM "))
    expect(lastStage).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
    expect(lastStage.indexOf("\nUSER ")).toBeLessThan(lastStage.indexOf("\nENTRYPOINT "))
  })

  it("starts and checks its health without the package's dependencies, as that user", async () => {
    const folder = temporaryFolder(onTestFinished)
    const opt = join(folder, "opt")
    mkdirSync(opt)
    chmodSync(folder, 0o755)
    await run("tar", ["-xzf", (await packed()).path, "-C", opt])
    const port = await freePort()
    const here = (words: readonly string[]) =>
      words.map((word) => word.replace("/opt/mas-sdk", join(opt, "package")).replace("4010", String(port)))
    const user = process.getuid?.() === 0 ? { uid: 10001, gid: 10001 } : {}
    const options = { ...user, cwd: "/", env: { PATH: process.env.PATH } }
    const isHealthy = () => {
      const [command = "", ...words] = here(health)
      return run(command, words, options).then(
        () => true,
        () => false,
      )
    }
    expect(await isHealthy()).toBe(false)
    const [command = "", ...words] = here(start)
    const server = spawn(command, [...words, "--port", String(port)], options)
    const ended = new Promise((resolve) => server.on("close", resolve))
    onTestFinished(() => void server.kill())
    await lineOf(server, /listening on http/)
    expect(await isHealthy()).toBe(true)
    const response = await fetch(`http://127.0.0.1:${port}/_mock/health`, { headers: { Host: "mas:4010" } })
    expect(response.status).toBe(200)
    server.kill()
    await ended
    expect(await isHealthy()).toBe(false)
  })

  it("makes an image of at most 80 MB that becomes healthy", async ({ skip }) => {
    const tool = await firstThatAnswers(["docker", "podman"])
    if (tool === undefined) return skip("neither docker nor podman answers here")
    const { path } = await packed()
    const folder = temporaryFolder(onTestFinished)
    await run("cp", [path, join(root, "Dockerfile"), folder])
    const pack = `PACKAGE=/context/${path.split("/").at(-1)}`
    const tag = `mas-mock-test:${process.pid}`
    try {
      await run(tool, ["build", "--quiet", "--tag", tag, "--build-arg", pack, folder])
    } catch (error) {
      // Skips only if the base images are unavailable: any other failure is the file's.
      if (/no such host|i\/o timeout|connection refused|EAI_AGAIN|ENOTFOUND/.test(String(error)))
        return skip("the images that it begins with cannot be had here")
      throw error
    }
    onTestFinished(async () => void (await run(tool, ["rmi", "--force", tag]).catch(() => undefined)))
    const { stdout: size } = await run(tool, ["image", "inspect", "--format", "{{.Size}}", tag])
    expect(Number(size)).toBeLessThanOrEqual(80_000_000)
    const { stdout: id } = await run(tool, ["run", "--detach", "--rm", tag])
    onTestFinished(async () => void (await run(tool, ["rm", "--force", id.trim()]).catch(() => undefined)))
    const isHealthy = async () => {
      const [command = "", ...words] = health
      await run(tool, ["exec", id.trim(), command, ...words])
    }
    await expect.poll(isHealthy).toBeUndefined()
    expect((await run(tool, ["exec", id.trim(), "id", "-u"])).stdout.trim()).toBe("10001")
  })
})

async function firstThatAnswers(tools: readonly string[]): Promise<string | undefined> {
  for (const tool of tools) {
    const isRunning = await run(tool, ["info"], { timeout: 30_000 }).then(
      () => true,
      () => false,
    )
    if (isRunning) return tool
  }
  return undefined
}
