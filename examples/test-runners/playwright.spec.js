// Playwright: a world for each test as a fixture, on its own port, so that a server under test can use it.
import { test as base, expect } from "@playwright/test"
import { Mas } from "mas-sdk"
import { mockWorldFixture } from "mas-sdk/mock-server"
import { welcome } from "./welcome.js"

const test = base.extend({ mock: mockWorldFixture({ http: true }) })

test.describe.configure({ mode: "parallel" })

for (const name of ["ana", "ben", "cem", "dora"]) {
  test(`welcomes ${name} alone`, async ({ mock }) => {
    await welcome(new Mas({ baseUrl: mock.url, apiKey: mock.apiKey }), `${name}@example.test`)
    expect(mock.world.messages.list({}).map(({ to }) => to)).toEqual([`${name}@example.test`])
  })
}
