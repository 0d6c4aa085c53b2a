import { boolean, duration, file } from "../line/command/flags.ts"
import type { CommandSpec, Flag } from "../line/command/spec.ts"
import { exampleSetup } from "./example-setup.ts"
import { follow } from "./parts.ts"

type Extension = Partial<Pick<CommandSpec, "flags" | "description" | "examples">>

const waiting = (until: string): readonly Flag[] => [
  boolean("wait", `Wait until ${until}, showing progress. Ctrl-C only stops waiting.`),
  duration("wait-timeout", "Maximum time to wait; 0 means no limit.", { default: "10m", implies: ["wait"] }),
]

const allowErrors: Flag = boolean(
  "allow-errors",
  "Exit with 0 when some rows were refused; still 6 when no row was accepted.",
  { implies: ["wait"] },
)

const errorsFile: Flag = file("errors", "File for refused rows, with line and reason, to correct and import again.", {
  implies: ["wait"],
  placeholder: "file.csv",
})

const keptSession = "The session is saved in the profile, which becomes the current one; `mas auth token` prints it."

const besidePush =
  "For one template from a script, with no folder. Templates that are kept in files are sent by `mas templates push`, which checks them and finds changes on both sides; `mas templates pull` brings this one into the folder."

/**
 * Additions to the contract's commands, by endpoint name. A command with its own implementation also has an entry in
 * `runners.ts`.
 */
export const extensions: Readonly<Record<string, Extension>> = {
  "auth.login": { description: [keptSession] },
  "auth.signup": { description: [keptSession] },
  "templates.create": { description: [besidePush] },
  "templates.update": { description: [besidePush] },
  "imports.create": { flags: [...waiting("all rows are imported"), errorsFile, allowErrors] },
  "imports.get": {
    flags: [...waiting("all rows are imported"), allowErrors],
    examples: [`mas imports get "$(${exampleSetup.import})" --wait`],
  },
  "campaigns.send": { flags: waiting("all messages are sent") },
  "campaigns.get": { flags: waiting("all messages are sent") },
  "validations.start": { flags: waiting("every address has its result") },
  "validations.get": { flags: waiting("every address has its result") },
  "subscription.checkout": { flags: waiting("the plan is active") },
  "subscription.checkoutStatus": { flags: waiting("the plan is active") },
  "fundingPurchases.create": { flags: waiting("the funding is credited") },
  "fundingPurchases.get": { flags: waiting("the funding is credited") },
  "messages.send": {
    description: [
      "On a terminal, without flags, it asks for everything and shows a preview before it sends. It warns of problems in the mail, such as “Hi undefined” or a broken link.",
    ],
    flags: [boolean("strict", "Send nothing if the mail has problems.")],
  },
  "webhooks.deliveries": {
    description: [
      "On a terminal it draws each delivery's attempts on a time line; --output gives the data instead.",
      "--follow shows the newest (10, or --limit), then each new one in a line.",
    ],
    flags: [{ ...follow, conflicts: ["page", "all"] }],
  },
  "account.get": { description: ["A terminal shows the most important fields; --output table shows all."] },
}
