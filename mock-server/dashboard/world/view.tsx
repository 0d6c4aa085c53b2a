import "./world.css"
import type { ComponentType } from "preact"
import { href, type Route } from "../app/route.ts"
import type { View } from "../app/view.ts"
import { Capacity } from "./capacity.tsx"
import { Checkpoints } from "./checkpoints.tsx"
import { Faults } from "./faults.tsx"
import { Fixtures } from "./fixtures.tsx"
import { Inbound } from "./inbound.tsx"
import { Records } from "./records.tsx"
import { Snapshots } from "./snapshots.tsx"
import { Worlds } from "./worlds.tsx"

interface PartOfWorld {
  readonly name: string
  readonly title: string
  readonly Body: ComponentType<{ readonly route: Route }>
}

const records = (name: string, title: string, table = name): PartOfWorld => ({
  name,
  title,
  Body: ({ route }) => <Records table={table} title={title} route={route} />,
})

const parts: readonly PartOfWorld[] = [
  { name: "worlds", title: "Worlds", Body: Worlds },
  { name: "faults", title: "Faults", Body: Faults },
  { name: "capacity", title: "Capacity", Body: Capacity },
  { name: "inbound", title: "Inbound mail", Body: Inbound },
  { name: "checkpoints", title: "Checkpoints", Body: Checkpoints },
  { name: "fixtures", title: "Fixtures", Body: Fixtures },
  { name: "snapshots", title: "Snapshots", Body: Snapshots },
  records("contacts", "Contacts"),
  records("suppressions", "Suppressions"),
  records("grants", "Grants"),
  records("managedAccounts", "Managed accounts"),
  records("fundingPurchases", "Funding purchases"),
  records("planCheckouts", "Plan checkouts"),
  records("campaigns", "Campaigns"),
  records("flows", "Flows"),
  records("outbox", "Mail of the service"),
]

export const worldView: View = {
  name: "world",
  title: "World",
  Body: ({ route }) => {
    const shown = parts.find(({ name }) => name === route.id) ?? parts[0]
    if (shown === undefined) return null
    return (
      <div class="world">
        <nav class="parts-nav" aria-label="Parts of the world">
          {parts.map(({ name, title }) => (
            <a key={name} href={href("world", name)} aria-current={name === shown.name ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <section class="page-body" aria-label={shown.title} key={shown.name}>
          <h2>{shown.title}</h2>
          <shown.Body route={route} />
        </section>
      </div>
    )
  },
}
