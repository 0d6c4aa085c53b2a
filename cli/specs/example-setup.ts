/**
 * Commands that create an example's object and print only its id, so that the example runs unchanged in a shell on a
 * fresh mock server.
 */
const webhook = "mas webhooks create --url https://hooks.example.com/mas --events email.bounced --quiet"
export const exampleSetup = {
  login: "printf '%s' maskey_live_mock | mas login --profile local --base-url http://127.0.0.1:4010 --api-key -",
  webhook,
  delivery: `mas webhooks test "$(${webhook})" --type email.bounced --quiet`,
  checkout: "mas subscription checkout --plan-id 2 --idempotency-key upgrade-2026-01 --yes --quiet",
  purchase: "mas funding-purchases create --amount-cents 5000 --idempotency-key funding-2026-01 --yes --quiet",
  validation: "mas validations start --list-id 1 --idempotency-key newsletter-2026-01 --yes --quiet",
  import: "printf 'email\\nada@example.test\\n' | mas imports create --file - --quiet",
  campaign: "mas campaigns create --name Spring --quiet",
  readyCampaign:
    "mas campaigns create --name Spring --subject Spring --template-id 1 --audience-type all_contacts --quiet",
  flow: "mas flows create --name Welcome --quiet",
  message: "mas messages send --channel email --to ada@example.test --subject Hi --body Hello --quiet",
} as const
