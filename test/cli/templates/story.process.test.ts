import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { noBrowser, sharedBrowser } from "../../support/browser.ts"
import { compile, typedProject } from "../../support/compile.ts"
import { homeWithService } from "../own/run.ts"

const project = typedProject()
const { run, home, service, close } = homeWithService()
afterAll(async () => {
  project.remove()
  await close()
})

const io = { cwd: project.folder }
const file = (name: string) => join(project.folder, "templates/welcome", name)
const change = (name: string, from: string | RegExp, to: string) =>
  writeFileSync(file(name), readFileSync(file(name), "utf8").replace(from, to))

/** Runs `mas templates …`. Returns its exit code and output. */
async function templates(line: string): Promise<{ code: number; output: string }> {
  const { code, out, err } = await run(["templates", ...line.split(" "), "--output", "csv"], { io })
  return { code, output: out + err }
}

/** Compiles a program that sends the template. Returns the compiler's output. */
const compiled = (data: string) => {
  const program = `import { Mas } from "mas-sdk"
import * as templates from "./templates/templates.gen.js"
await new Mas().messages.send({ ...templates.welcome, to: "ana@example.test", data: ${data} })
`
  return compile(project, "typescript-7", "NodeNext", { "send.mts": program })
}

/** Changes the template at the service, as a colleague would. */
const changeThere = (body: object) =>
  service.fetch(`${service.url}/v1/my/templates/1`, {
    method: "PATCH",
    headers: { Authorization: `Bearer ${service.apiKey}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })

describe("templates as files", () => {
  it("are pulled, changed, previewed, typed, pushed, merged and checked, starting with an empty folder", async ({
    skip,
  }) => {
    if (noBrowser !== undefined) return skip(noBrowser)
    expect(await templates("pull")).toEqual({ code: 0, output: expect.stringContaining("welcome,new_there,write") })
    writeFileSync(file("body.html.liquid"), "<h1>Welcome</h1>\n<p>Your plan is {{ data.plan }}.</p>\n")
    writeFileSync(
      file("template.yaml"),
      `${readFileSync(file("template.yaml"), "utf8")}samples:\n  pro: { data: { plan: Pro } }\n`,
    )

    const preview = home.start(["templates", "preview"], { io })
    const [, url = ""] = await preview.stdout.until(/Preview: (\S+)/)
    const page = await (await sharedBrowser()).newPage()
    await page.goto(url)
    await page.frameLocator(".mail iframe").getByText("Your plan is Pro.").waitFor()
    change("body.html.liquid", "Your plan", "The plan of yours")
    await page.frameLocator(".mail iframe").getByText("The plan of yours is Pro.").waitFor()
    await page.close()
    preview.interrupt()
    await preview.ended

    expect(await templates("types")).toMatchObject({ code: 0 })
    expect(compiled('{ plan: "Pro" }')).toBe("")
    change("body.html.liquid", "data.plan", "data.tier")
    change("template.yaml", "plan: Pro", "tier: Pro")
    expect(await templates("types --check")).toMatchObject({ code: 1 })
    expect(await templates("types")).toMatchObject({ code: 0 })
    expect(compiled('{ plan: "Pro" }')).toMatch(/'plan' does not exist in type 'WelcomeData'/)
    expect(compiled('{ tier: "Pro" }')).toBe("")
    expect(await templates("push")).toEqual({
      code: 0,
      output: expect.stringContaining("welcome,changed_here,update,1,2"),
    })

    expect((await changeThere({ subject: "Good to see you", if_version: 2 })).status).toBe(200)
    change("template.yaml", /^subject: .*$/m, "subject: Hello")
    expect(await templates("push")).toEqual({ code: 5, output: expect.stringContaining("Good to see you") })
    expect(await templates("pull --on-conflict ours")).toMatchObject({ code: 0 })
    expect(await templates("push --check")).toMatchObject({ code: 1 })
    expect(await templates("push")).toMatchObject({ code: 0 })
    expect(await templates("push --check")).toMatchObject({ code: 0 })
    const { json } = await run(["templates", "get", "1", "--output", "json"])
    expect(json).toMatchObject({ subject: "Hello", version: 4, html: expect.stringContaining("{{ data.tier }}") })
    await templates("types")
    expect(await templates("types --check")).toMatchObject({ code: 0 })
  })
})
