// Provisions an account for each client that has none: npx tsx provision.ts clients.json
import { ConflictError, idempotencyKey, Mas, UnprocessableEntityError } from "mas-sdk"
import { readClients } from "./clients.ts"

const mas = new Mas() // with the provisioning credential, maspc_live_…

for (const { id, name, owner } of readClients(process.argv[2] ?? "clients.json")) {
  try {
    // Keyed by the agency's own id: a client gets one account, however often this runs.
    const made = await mas.managedAccounts.create(
      { managed_account: { owner_email: owner, account_name: name } },
      { idempotencyKey: idempotencyKey("client", id) },
    )
    console.log(`${name}: ${made.status}`)
  } catch (error) {
    // One client's failure must not stop the others.
    if (!(error instanceof ConflictError || error instanceof UnprocessableEntityError)) throw error
    const problems = Object.entries(error.validationErrors ?? {}).map(([field, problem]) => `${field} ${problem}`)
    console.log(`${name}: ${[error.detail, ...problems].join(", ")}`)
  }
}

console.log("Still to do:")
for await (const { managed_account, status, allowed_actions } of mas.managedAccounts.list({ status: "needs_setup" })) {
  console.log(`  ${managed_account.name}: ${status}, then ${allowed_actions.join(" or ")}`)
}
