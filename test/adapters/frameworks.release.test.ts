import { mkdirSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { ensureBuilt } from "../../scripts/lib/build.mjs"
import { Mas } from "../../sdk/index.ts"
import { compile } from "../support/compile.ts"
import { readProjectFile } from "../support/files.ts"
import { OnDemand } from "../support/on-demand.ts"
import { packProject } from "../support/package.ts"

const packages = new OnDemand("adapters")
const names = ["better-auth", "payload", "@payloadcms/db-sqlite"] as const
const folders = new Map<string, string | undefined>()

beforeAll(async () => {
  // The examples import the built package.
  await ensureBuilt()
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
    const { betterAuthEmails } = await import("../../examples/mail-libraries/better-auth.ts")
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
    const { payloadEmail } = await import("../../examples/mail-libraries/payload.ts")
    const email = payloadEmail(mas)
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
    expect(reset.from).toBe("Acme <hello@acme.test>")
    const receipt = { to: ada, subject: "Your receipt", text: "Thank you.", messageId: "receipt-7" }
    const [first, again] = [await payload.sendEmail(receipt), await payload.sendEmail(receipt)]
    expect(again.messageId).toBe(first.messageId)
    await expect(payload.sendEmail({ ...receipt, attachments: [{ content: "a" }] })).rejects.toThrow(/^attachments /)
  })
})

const apps = {
  "better-auth-app.ts": `import { betterAuth } from "better-auth"
import { emailOTP, magicLink } from "better-auth/plugins"
import { Mas } from "mas-sdk"
import { betterAuthEmails } from "./better-auth.ts"
const emails = betterAuthEmails(new Mas())
export const auth = betterAuth({
  emailAndPassword: { enabled: true, sendResetPassword: emails.sendResetPassword },
  emailVerification: { sendVerificationEmail: emails.sendVerificationEmail },
  plugins: [
    magicLink({ sendMagicLink: emails.sendMagicLink }),
    emailOTP({ sendVerificationOTP: emails.sendVerificationOTP }),
  ],
})
`,
  "payload.config.ts": `import { sqliteAdapter } from "@payloadcms/db-sqlite"
import { Mas } from "mas-sdk"
import { buildConfig } from "payload"
import { payloadEmail } from "./payload.ts"
export default buildConfig({
  secret: "",
  db: sqliteAdapter({ client: { url: "file:./payload.db" } }),
  collections: [{ slug: "users", auth: true, fields: [] }],
  email: payloadEmail(new Mas()),
})
`,
}

it("the examples compile with the types of the frameworks", ({ skip }) => {
  const project = packProject(["undici", "zod", "nodemailer", "@types/node", "@types/nodemailer"])
  onTestFinished(() => project.remove())
  for (const [name, folder] of folders) {
    if (folder === undefined) return skip(`${name} cannot be had`)
    const link = join(project.folder, "node_modules", name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(folder, link, "junction")
  }
  const examples = ["auth-mail.ts", "better-auth.ts", "payload.ts"].map((name) => [
    name,
    readProjectFile(`examples/mail-libraries/${name}`),
  ])
  const wrong = Object.entries(apps).map(([name, program]) => [
    `wrong-${name}`,
    program.replace(/\b(emails\.sendResetPassword|payloadEmail\(.*\))/, "7"),
  ])
  const all = { ...apps, ...Object.fromEntries([...examples, ...wrong]) }
  const options = { skipLibCheck: true, allowImportingTsExtensions: true, types: ["node"] }
  const output = compile(project, "typescript-7", "Bundler", all, options)
  // Only the wrong programs have errors, and each of them has some. Further lines of an error are indented.
  const files = output.split("\n").flatMap((line) => /^[^\s(]+/.exec(line) ?? [])
  expect([...new Set(files)].sort(), output).toEqual(wrong.map(([name]) => name))
})
