import { boolean, duration, file } from "../../command/flags.ts"
import type { CommandSpec, Flag } from "../../command/spec.ts"
import { exampleSetup } from "./example-setup.ts"
import { follow } from "./parts.ts"

type Extension = Partial<Pick<CommandSpec, "flags" | "description" | "examples">>

const waiting = (until: string): readonly Flag[] => [
  boolean("wait", `Wait until ${until}, showing how it goes. Ctrl-C stops waiting only.`),
  duration("wait-timeout", "How long to wait at most; 0 is for ever.", { default: "10m", implies: ["wait"] }),
]

const allowErrors: Flag = boolean(
  "allow-errors",
  "End with 0 where some rows were refused; with 6 all the same where no row was taken.",
  { implies: ["wait"] },
)

const errorsFile: Flag = file(
  "errors",
  "Where refused rows are written, with line and reason, to be mended and imported again.",
  { implies: ["wait"], placeholder: "file.csv" },
)

const keptSession =
  "The session is kept in the profile, which is the one in use from then on; `mas auth token` prints it."

/** What is added to commands of the contract, by endpoint name. One that runs otherwise too has an entry in `runners.ts`. */
export const extensions: Readonly<Record<string, Extension>> = {
  "auth.login": { description: [keptSession] },
  "auth.signup": { description: [keptSession] },
  "imports.create": { flags: [...waiting("all rows are imported"), errorsFile, allowErrors] },
  "imports.get": {
    flags: [...waiting("all rows are imported"), allowErrors],
    examples: [`mas imports get "$(${exampleSetup.import})" --wait`],
  },
  "campaigns.send": { flags: waiting("everyone has been sent to") },
  "campaigns.get": { flags: waiting("everyone has been sent to") },
  "validations.start": { flags: waiting("every address has its result") },
  "validations.get": { flags: waiting("every address has its result") },
  "subscription.checkout": { flags: waiting("the plan is active") },
  "subscription.checkoutStatus": { flags: waiting("the plan is active") },
  "fundingPurchases.create": { flags: waiting("the funding is credited") },
  "fundingPurchases.get": { flags: waiting("the funding is credited") },
  "messages.send": {
    description: [
      "On a terminal, without flags, it asks for everything and shows a preview before it sends. It says what is wrong with the mail, such as “Hi undefined” or a link that leads nowhere.",
    ],
    flags: [boolean("strict", "Send nothing where something is wrong with the mail.")],
  },
  "webhooks.deliveries": {
    description: [
      "On a terminal it draws each delivery's attempts on a time line; --output gives the data instead.",
      "--follow shows the newest, 10 or as --limit says, then each new one in a line.",
    ],
    flags: [{ ...follow, conflicts: ["page", "all"] }],
  },
  "account.get": { description: ["A terminal shows what matters most; --output table shows all of it."] },
}
