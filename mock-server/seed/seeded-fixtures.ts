import type { Fixtures } from "../base/models.gen.ts"
import { storefrontToken } from "../resources/credentials/credentials.ts"
import { seededPlans } from "./seeded-plans.ts"

export const seededPassword = "mock-password"

/** The seeded people by name, with their addresses; ids in this order, from 1. */
export const seededUsers = {
  owner: "owner@acme.test",
  admin: "admin@acme.test",
  member: "member@acme.test",
  manager_owner: "owner@manager.test",
  client_owner: "owner@client.test",
} as const

/** The SIDs of the main account's brands by name. */
export const seededBrands = { main: "brand_main", second: "brand_second" } as const

const seededStorefront = "acme.storefront.test"
/** Expiry of seeded storefront tokens. Seconds since 1970. */
const year2100 = 4_102_444_800

/** The seeded credentials, the same in every world: management and provisioning of the manager, others of `main`. */
export const seededCredentials = {
  api_key: "maskey_live_mock",
  public_key: "maspk_live_mock",
  provisioning_credential: "maspc_live_mock",
  management_credential: "masmc_live_mock",
  storefront_token:
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJodHRwczovL2FjbWUuc3RvcmVmcm9udC50ZXN0L2FkbWluIiwiZGVzdCI6Imh0dHBzOi8vYWNtZS5zdG9yZWZyb250LnRlc3QiLCJhdWQiOiJtYXMtZW1iZWRkZWQtYXBwIiwiZXhwIjo0MTAyNDQ0ODAwfQ.TL7YO-OQvfax0CZ8oP1zlv5eZt7WkBXg0xvIVSAPcGc",
} as const

/** A storefront's token in fixtures. The seeded one is constant: signing it would load `node:crypto` at every start. */
export const tokenOfStorefront = (storefront: string): string =>
  storefront === seededStorefront ? seededCredentials.storefront_token : storefrontToken(storefront, year2100)

const person = (first_name: string, last_name: string) => ({ first_name, last_name, country_code: "US" })

/** A contact whose uuid contains its number. */
const contact = (number: number, first_name: string, last_name: string) => ({
  email: `${first_name.toLowerCase()}@example.test`,
  first_name,
  last_name,
  opt_in: true,
  uuid: `00000000-0000-4000-8000-00000000000${number}`,
})

const contacts = [contact(1, "Ada", "Lovelace"), contact(2, "Grace", "Hopper"), contact(3, "Linus", "Torvalds")]

/** The default contents of a world, as a fixtures document. @internal */
export const seededFixtures = {
  plans: seededPlans,
  users: {
    [seededUsers.owner]: person("Olive", "Owner"),
    [seededUsers.admin]: person("Adam", "Admin"),
    [seededUsers.member]: person("Mia", "Member"),
    [seededUsers.manager_owner]: person("Max", "Manager"),
    [seededUsers.client_owner]: person("Clara", "Client"),
  },
  accounts: {
    main: {
      name: "Acme",
      owner: seededUsers.owner,
      standing: "standard",
      members: [
        { email: seededUsers.admin, role: "admin" },
        { email: seededUsers.member, role: "member" },
      ],
      invites: [{ email: "invited@acme.test", token: "mock-invite-token" }],
      api_keys: [seededCredentials.api_key],
      brands: {
        [seededBrands.main]: {
          senders: [{ email: "hello@acme.test" }, { email: "inbox@acme.test", inbox: true }],
          contacts,
          lists: [{ name: "Newsletter", contacts: contacts.map(({ email }) => email) }],
          segments: [{ name: "Subscribed", origin: "system", filters: { subscribed_email: true } }],
          templates: [
            {
              name: "Welcome",
              subject: "Welcome, {{ contact.first_name }}",
              html: '<p>Hello {{ contact.first_name }}, <a href="https://acme.test/start">start here</a>.</p>',
              body: "Hello {{ contact.first_name }}, start here: https://acme.test/start",
              from_name: "Acme",
              from_email: "hello@acme.test",
              reply_to: "inbox@acme.test",
            },
          ],
          public_keys: [seededCredentials.public_key],
          storefronts: [seededStorefront],
        },
        [seededBrands.second]: { name: "Acme Second", senders: [{ email: "hello@second.test" }] },
      },
    },
    manager: {
      name: "Manager",
      owner: seededUsers.manager_owner,
      standing: "standard",
      invites: [{ email: seededUsers.owner, token: "mock-owner-invite-token" }],
      api_keys: [],
      brands: { brand_manager: { senders: [{ email: "hello@manager.test" }] } },
      manager: true,
      provisioning_credentials: [seededCredentials.provisioning_credential],
      clients: {
        client: {
          external_ref: "ref_0000000000000001",
          management_credentials: [seededCredentials.management_credential],
        },
      },
    },
    client: {
      name: "Client",
      owner: seededUsers.client_owner,
      standing: "standard",
      affiliate: { entitled: false },
      api_keys: [],
      brands: { brand_client: { senders: [{ email: "hello@client.test" }] } },
    },
  },
} as const satisfies Fixtures
