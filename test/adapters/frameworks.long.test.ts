import { mkdirSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { betterAuthEmails, payloadEmail } from "../../sdk/adapters/index.ts"
import { Mas } from "../../sdk/index.ts"
import { compile } from "../support/compile.ts"
import { readProjectFile } from "../support/files.ts"
import { fileOf } from "../support/guide.ts"
import { OnDemand } from "../support/on-demand.ts"
import { packProject } from "../support/package.ts"

const packages = new OnDemand("adapters")
const names = ["better-auth", "payload", "@payloadcms/db-sqlite"] as const
const folders = new Map<string, string | undefined>()

beforeAll(async () => {
  for (const name of names) folders.set(name, await packages.packageFolder(name))
})

/** A module of a framework, untyped here: the last test compiles the guide's programs with the frameworks' types. */
// biome-ignore lint/suspicious/noExplicitAny: packages that are installed on demand have no types in this project.
async function load(name: (typeof names)[number], file: string, skip: (why: string) => never): Promise<any> {
  const folder = folders.get(name)
  if (folder === undefined) return skip(`${name} cannot be had`)
  return import(pathToFileURL(join(folder, file)).href)
}

function prepare() {
  const service = createMockService({ clock: "frozen" })
  onTestFinished(() => service.close())
  return { world: service.world, mas: new Mas(service.clientOptions) }
}

describe("Better Auth", () => {
  const origin = "https://shop.example.test"
  const person = { email: "ada@example.test", password: "Sesame-1234", name: "Ada" }

  async function start(skip: (why: string) => never) {
    const { betterAuth } = await load("better-auth", "dist/index.mjs", skip)
    const { memoryAdapter } = await load("better-auth", "dist/adapters/memory-adapter/index.mjs", skip)
    const { magicLink, emailOTP } = await load("better-auth", "dist/plugins/index.mjs", skip)
    const { world, mas } = prepare()
    const emails = betterAuthEmails(mas)
    const auth = betterAuth({
      baseURL: origin,
      secret: "a secret of this test, long enough",
      database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
      emailAndPassword: { enabled: true, requireEmailVerification: true, sendResetPassword: emails.sendResetPassword },
      emailVerification: { sendOnSignUp: true, sendVerificationEmail: emails.sendVerificationEmail },
      plugins: [
        magicLink({ sendMagicLink: emails.sendMagicLink }),
        emailOTP({ sendVerificationOTP: emails.sendVerificationOTP }),
      ],
      logger: { disabled: true },
      telemetry: { enabled: false },
    })
    const mail = (subject: RegExp) =>
      world.expect.message({ to: person.email, subject, link: /api\/auth/, clean: true })
    return { auth, world, mail }
  }

  it("confirms an address, and signs in by a link", async ({ skip }) => {
    const { auth, mail } = await start(skip)
    await auth.api.signUpEmail({ body: person })
    await expect(auth.api.signInEmail({ body: person })).rejects.toThrow(/not verified/i)
    await auth.handler(new Request((await mail(/^Confirm your e-mail address at/)).link))
    expect((await auth.api.signInEmail({ body: person })).user.emailVerified).toBe(true)
    await auth.api.signInMagicLink({ body: { email: person.email }, headers: new Headers() })
    const visited = await auth.handler(new Request((await mail(/^Sign in at/)).link))
    expect(visited.headers.get("set-cookie")).toMatch(/session_token/)
  })

  it("sets a new password, and sends a code again", async ({ skip }) => {
    const { auth, world, mail } = await start(skip)
    await auth.api.signUpEmail({ body: person })
    await auth.api.requestPasswordReset({ body: { email: person.email, redirectTo: `${origin}/reset` } })
    expect((await mail(/^Set a new password at/)).text).toContain("If you did not ask for this")
    await auth.api.sendVerificationOTP({ body: { email: person.email, type: "email-verification" } })
    const { code } = await world.expect.message({ subject: /^Confirm your e-mail address: \d+$/, code: true })
    await auth.api.verifyEmailOTP({ body: { email: person.email, otp: code } })
    expect((await auth.api.signInEmail({ body: person })).user.emailVerified).toBe(true)
  })
})

describe("Payload", () => {
  it("sends its own mails, and those of a program", async ({ skip }) => {
    const { buildConfig, getPayload } = await load("payload", "dist/index.js", skip)
    const { sqliteAdapter } = await load("@payloadcms/db-sqlite", "dist/index.js", skip)
    const { world, mas } = prepare()
    const email = payloadEmail(mas, { defaultFromAddress: "hello@acme.test", defaultFromName: "Acme" })
    const config = await buildConfig({
      secret: "a secret of this test",
      serverURL: "https://cms.example.test",
      db: sqliteAdapter({ client: { url: "file::memory:" }, push: true }),
      collections: [{ slug: "users", auth: true, fields: [] }],
      email,
      telemetry: false,
      typescript: { autoGenerate: false },
    })
    const payload = await getPayload({ config })
    onTestFinished(() => payload.destroy())
    const ada = "ada@example.test"
    await payload.create({ collection: "users", data: { email: ada, password: "Sesame-1234" } })
    await payload.forgotPassword({ collection: "users", data: { email: ada } })
    const reset = await world.expect.message({ to: ada, link: /\/admin\/reset\// })
    expect(reset.from).toBe('"Acme" <hello@acme.test>')
    const receipt = { to: ada, subject: "Your receipt", text: "Thank you.", messageId: "receipt-7" }
    const [first, again] = [await payload.sendEmail(receipt), await payload.sendEmail(receipt)]
    expect(again.id).toBe(first.id)
    await expect(payload.sendEmail({ ...receipt, attachments: [{ content: "a" }] })).rejects.toThrow(/^attachments /)
  })
})

it("the guide's programs compile with the types of the frameworks", ({ skip }) => {
  const guide = readProjectFile("docs/guides/adapters.md")
  const project = packProject(["undici", "zod", "@types/node", "@types/nodemailer"])
  onTestFinished(() => project.remove())
  for (const [name, folder] of folders) {
    if (folder === undefined) return skip(`${name} cannot be had`)
    const link = join(project.folder, "node_modules", name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(folder, link, "junction")
  }
  const programs = Object.fromEntries(
    ["better-auth.ts", "payload.config.ts"].map((name) => [name, fileOf(guide, name)]),
  )
  const wrong = Object.entries(programs).map(([name, program]) => [
    `wrong-${name}`,
    program.replace(/\b(emails\.sendResetPassword|payloadEmail\(.*\))/, "7"),
  ])
  const all = { ...programs, ...Object.fromEntries(wrong) }
  const output = compile(project, "typescript-7", "Bundler", all, { skipLibCheck: true, types: ["node"] })
  // Only the wrong programs have errors, and each of them has some. Further lines of an error are indented.
  const files = output.split("\n").flatMap((line) => /^[^\s(]+/.exec(line) ?? [])
  expect([...new Set(files)].sort(), output).toEqual(wrong.map(([name]) => name))
})
