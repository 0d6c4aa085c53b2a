import type { AccountCapacity } from "../../control/capacity.ts"
import { clock } from "../app/clock.ts"
import { examples } from "../app/examples.ts"
import { Explain } from "../app/explain.tsx"
import { Badge, Code } from "../app/parts.tsx"
import { Await, useRead, versionOf } from "../app/read.tsx"
import { Moment } from "../app/times.tsx"
import { countText } from "../app/words.ts"

const money = (cents: number) => (cents / 100).toLocaleString("en", { minimumFractionDigits: 2 })

export function Capacity() {
  const changes = ["sends", "accounts", "usage", "plans"].map(versionOf)
  // Capacity frees up a day after sending: reload when the clock is moved, and every minute while it runs.
  const minute = Math.floor(clock.now.value / 60_000)
  const accounts = useRead<AccountCapacity[]>("capacity", [...changes, clock.view.value?.now, minute].join())
  return (
    <Await response={accounts}>
      {(all) => (
        <>
          <ul class="rows" aria-label="Accounts">
            {all.map((account) => (
              <Account key={account.account_id} account={account} />
            ))}
          </ul>
          <p class="faint">Fixtures set the plan, the standing and how much is used:</p>
          <Code text={examples.capacity} label="the fixtures" />
        </>
      )}
    </Await>
  )
}

function Account({ account }: { readonly account: AccountCapacity }) {
  const { account_id, name, plan, standing, safe_mode, limit, used, remaining, frees_at } = account
  const { funding_available_cents, funding_reserved_cents } = account
  return (
    <li>
      <span class="grow">
        <b>
          <bdi>{name}</bdi>
        </b>{" "}
        <small>account {account_id}</small>
      </span>
      <Badge tone="info">{plan}</Badge>
      <Badge tone={standing === "trusted" ? "good" : "quiet"}>{standing}</Badge>
      {safe_mode && <Badge tone="warn">safe mode</Badge>}
      {remaining === 0 && (
        <>
          <Badge tone="bad">limit reached</Badge>
          <Explain kind="account" id={account_id} />
        </>
      )}
      <meter class="meter" aria-label={`Sent by ${name}`} min={0} max={Math.max(1, limit)} value={used} />
      <small class="whole">
        {countText(used)} of {countText(limit)} recipients in 24 hours, {countText(remaining)} left
        {frees_at !== null && (
          <>
            , more from <Moment at={frees_at} />
          </>
        )}
        . Funding: {money(funding_available_cents)} available, {money(funding_reserved_cents)} reserved.
      </small>
    </li>
  )
}
