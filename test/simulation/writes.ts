import type { Mas } from "../../sdk/index.ts"

/** The sender of a request, besides the clients' API keys: people and credentials that only some endpoints accept. */
export type Actor = "key" | "owner" | "client_owner" | "provisioning" | "public" | "nobody"

/** The input of a write. */
export interface WriteInput {
  readonly mas: Mas
  /** Contained in everything that is written, and in nothing else. */
  readonly mark: string
  /** The write's number, from 1. */
  readonly number: number
  /** A random number for its choices, from 0 to 999. */
  readonly dice: number
  /** True if the client acts in the brand that has the seeded list, contacts and template. */
  readonly isMain: boolean
  readonly key: string | undefined
}

/** A kind of write. */
interface WriteKind {
  /** How many of about a hundred writes are of this kind. */
  readonly share: number
  readonly actor?: Actor
  /** Whether it accepts an idempotency key: then it has one effect however often it is repeated. */
  readonly keyed?: true
  /** The table in which it creates one row, with its mark in it. */
  readonly makes?: string
  make(input: WriteInput): PromiseLike<unknown>
}

export const recipients = ["ann", "bounced", "soft-bounced", "failed", "delayed", "complained", "clicked"] as const

const addressOf = ({ mark, dice }: WriteInput) =>
  `${recipients[dice % recipients.length] ?? "ann"}+${mark}@simulator.test`
const keyOf = ({ key }: WriteInput) => (key === undefined ? {} : { idempotencyKey: key })
/** For endpoints that require a key. */
const theKey = ({ key = "" }: WriteInput) => ({ idempotencyKey: key })
/** A small id that may exist. */
const someId = ({ dice }: WriteInput) => 1 + (dice % 4)
/** The first three endpoints have receivers: others come and go. */
const someEndpoint = ({ dice }: WriteInput) => 4 + (dice % 3)
const csvOf = ({ mark }: WriteInput) => `email,first_name\n${mark}@import.test,Ann\nbroken\n${mark}-b@import.test,Bob\n`

/** Every write, by its endpoint. */
export const writes: Readonly<Record<string, WriteKind>> = {
  "messages.send": {
    share: 30,
    keyed: true,
    makes: "messages",
    make: (input) =>
      input.mas.messages.send(
        {
          channel: "email",
          to: addressOf(input),
          subject: `Order ${input.mark}`,
          html: '<a href="https://x.test">x</a>',
        },
        keyOf(input),
      ),
  },
  "events.track": {
    share: 6,
    keyed: true,
    makes: "events",
    make: (input) =>
      input.mas.events.track(
        { contact_id: 1 + (input.dice % 3), event: "ordered", data: { order: input.mark } },
        keyOf(input),
      ),
  },
  "fundingPurchases.create": {
    share: 7,
    keyed: true,
    makes: "fundingPurchases",
    make: (input) =>
      input.mas.fundingPurchases.create({ amount_cents: 1_000 + input.number, currency: "usd" }, theKey(input)),
  },
  "validations.start": {
    share: 5,
    keyed: true,
    makes: "validations",
    make: (input) => input.mas.validations.start({ list_id: 1 }, theKey(input)),
  },
  "subscription.checkout": {
    share: 2,
    keyed: true,
    makes: "planCheckouts",
    make: (input) => input.mas.subscription.checkout({ plan_id: 2 + (input.dice % 2) }, theKey(input)),
  },
  "managedAccounts.create": {
    share: 2,
    actor: "provisioning",
    keyed: true,
    makes: "managedAccounts",
    make: (input) =>
      input.mas.managedAccounts.create(
        { managed_account: { owner_email: `${input.mark}@client.test`, account_name: `Client ${input.mark}` } },
        theKey(input),
      ),
  },
  "contacts.create": {
    share: 6,
    makes: "contacts",
    make: ({ mas, mark }) => mas.contacts.create({ email: `${mark}@people.test`, first_name: "Ann", opt_in: true }),
  },
  "imports.create": {
    share: 5,
    makes: "imports",
    make: (input) =>
      input.mas.imports.create({
        file: { content: csvOf(input), filename: "people.csv" },
        resource: "contacts",
        ...(input.isMain ? { options: { list_ids: [1] } } : {}),
      }),
  },
  "lists.create": { share: 3, makes: "lists", make: ({ mas, mark }) => mas.lists.create({ name: `List ${mark}` }) },
  "lists.updateContacts": {
    share: 2,
    make: ({ mas, dice }) =>
      mas.lists.updateContacts(1, {
        action: dice % 2 === 0 ? "add" : "remove",
        emails: ["w1x@people.test", "w2x@people.test"],
      }),
  },
  "templates.create": {
    share: 2,
    makes: "templates",
    make: ({ mas, mark }) => mas.templates.create({ name: `Template ${mark}`, subject: "Hello", html: "<p>Hello</p>" }),
  },
  "templates.update": { share: 1, make: ({ mas, mark }) => mas.templates.update(1, { subject: `Welcome ${mark}` }) },
  "templates.sendTest": {
    share: 1,
    makes: "messages",
    make: ({ mas, mark }) => mas.templates.sendTest(1, { email: `${mark}@people.test` }),
  },
  "campaigns.create": {
    share: 4,
    makes: "campaigns",
    make: ({ mas, mark, isMain }) =>
      mas.campaigns.create({
        name: `Campaign ${mark}`,
        audience: { type: "all_contacts" },
        ...(isMain ? { template_id: 1 } : {}),
      }),
  },
  "campaigns.update": { share: 1, make: (input) => input.mas.campaigns.update(someId(input), { subject: "Sale" }) },
  "campaigns.send": { share: 4, make: (input) => input.mas.campaigns.send(someId(input)) },
  "flows.create": { share: 1, makes: "flows", make: ({ mas, mark }) => mas.flows.create({ name: `Flow ${mark}` }) },
  "invites.create": {
    share: 2,
    makes: "invites",
    make: ({ mas, mark }) => mas.invites.create({ email: `${mark}@team.test` }),
  },
  "invites.revoke": { share: 1, make: (input) => input.mas.invites.revoke(1 + someId(input)) },
  "invites.accept": { share: 1, actor: "owner", make: ({ mas, mark }) => mas.invites.accept(`no-${mark}`) },
  "memberships.update": {
    share: 1,
    make: ({ mas, dice }) => mas.memberships.update(2, { role: dice % 2 === 0 ? "admin" : "member" }),
  },
  "memberships.remove": { share: 1, make: ({ mas }) => mas.memberships.remove(3) },
  "account.update": { share: 1, make: ({ mas, mark }) => mas.account.update({ name: `Acme ${mark}` }) },
  "user.update": { share: 1, actor: "owner", make: ({ mas, mark }) => mas.user.update({ first_name: `Ann ${mark}` }) },
  "webhooks.create": {
    share: 2,
    makes: "webhooks",
    make: ({ mas, mark }) =>
      mas.webhooks.create({ url: `https://${mark}.example.com/hooks`, events: ["email.sent", "email.failed"] }),
  },
  "webhooks.update": {
    share: 1,
    make: (input) => input.mas.webhooks.update(someEndpoint(input), { enabled: input.dice % 2 === 0 }),
  },
  "webhooks.delete": { share: 1, make: (input) => input.mas.webhooks.delete(someEndpoint(input)) },
  "webhooks.test": { share: 2, make: ({ mas, dice }) => mas.webhooks.test(1 + (dice % 2), { type: "email.opened" }) },
  "validations.quote": { share: 1, make: ({ mas }) => mas.validations.quote({ list_id: 1 }) },
  "publicForms.submit": {
    share: 1,
    actor: "public",
    makes: "contacts",
    make: ({ mas, mark }) => mas.publicForms.submit({ email: `${mark}@form.test`, list_id: 1 }),
  },
  "affiliate.link": { share: 1, actor: "owner", make: ({ mas }) => mas.affiliate.link() },
  "managementGrant.confirm": {
    share: 1,
    actor: "client_owner",
    make: ({ mas }) => mas.managementGrant.confirm({ management_grant_id: 1 }),
  },
  "managementGrant.revoke": {
    share: 1,
    actor: "client_owner",
    make: ({ mas }) => mas.managementGrant.revoke({ management_grant_id: 1 }),
  },
  "impersonation.exit": { share: 1, actor: "owner", make: ({ mas }) => mas.impersonation.exit() },
  "auth.signup": {
    share: 1,
    actor: "nobody",
    makes: "users",
    make: ({ mas, mark }) => mas.auth.signup({ user: { email: `${mark}@new.test`, password: "a long password" } }),
  },
  "auth.login": {
    share: 1,
    actor: "nobody",
    make: ({ mas }) => mas.auth.login({ user: { email: "admin@acme.test", password: "mock-password" } }),
  },
  "auth.logout": {
    share: 1,
    actor: "nobody",
    async make({ mas }) {
      const { token } = await mas.auth.login({ user: { email: "admin@acme.test", password: "mock-password" } })
      await mas.withOptions({ token }).auth.logout()
    },
  },
  "oauth.launch": { share: 1, actor: "nobody", make: ({ mas }) => mas.oauth.launch({ provider: "github" }) },
  "oauth.subscribe": { share: 1, actor: "owner", make: ({ mas }) => mas.oauth.subscribe({ plan_id: 1 }) },
}
