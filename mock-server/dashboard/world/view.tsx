import { href, type ViewProps } from "../app/route.ts"
import type { View } from "../app/shell.tsx"
import { Capacity } from "./capacity.tsx"
import { Faults } from "./faults.tsx"
import { Inbound } from "./inbound.tsx"
import { Outcomes } from "./outcomes.tsx"
import { Records } from "./records.tsx"
import { State } from "./state.tsx"
import { Worlds } from "./worlds.tsx"

const records = (name: string, title: string): View => ({
  name,
  title,
  Body: ({ route }) => <Records table={name} title={title} route={route} />,
})

const groups: Readonly<Record<string, readonly View[]>> = {
  Mail: [
    records("templates", "Templates"),
    records("lists", "Lists"),
    records("segments", "Segments"),
    records("senders", "Senders"),
    records("campaigns", "Campaigns"),
    records("flows", "Flows"),
  ],
  People: [
    records("contacts", "Contacts"),
    records("suppressions", "Suppressions"),
    records("imports", "Imports"),
    records("validations", "Validations"),
  ],
  "Make things happen": [
    { name: "faults", title: "Faults", Body: Faults },
    { name: "outcomes", title: "Outcomes", Body: Outcomes },
    { name: "inbound", title: "Inbound mail", Body: Inbound },
  ],
  State: [
    { name: "state", title: "Save and restore", Body: State },
    { name: "worlds", title: "Worlds", Body: Worlds },
  ],
  "Service internals": [
    { name: "capacity", title: "Sending limits", Body: Capacity },
    records("fundingPurchases", "Funding purchases"),
    records("planCheckouts", "Plan checkouts"),
    records("grants", "Grants"),
    records("managedAccounts", "Managed accounts"),
    records("outbox", "Account e-mails"),
  ],
}
const parts = Object.values(groups).flat()

export function World({ route }: ViewProps) {
  const currentPart = parts.find(({ name }) => name === route.id) ?? parts[0]
  if (currentPart === undefined) return null
  return (
    <div class="world">
      <nav class="parts-nav" aria-label="Records and settings">
        {Object.entries(groups).map(([group, some]) => (
          <section key={group} aria-label={group}>
            <h2>{group}</h2>
            {some.map(({ name, title }) => (
              <a key={name} href={href("data", name)} aria-current={name === currentPart.name ? "page" : undefined}>
                {title}
              </a>
            ))}
          </section>
        ))}
      </nav>
      <section class="page-body" aria-label={currentPart.title} key={currentPart.name}>
        <h2>{currentPart.title}</h2>
        <currentPart.Body route={route} />
      </section>
    </div>
  )
}
