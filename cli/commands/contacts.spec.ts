import { boolean, choice, duration, file, integer, text } from "../line/command/flags.ts"
import type { CommandGroup } from "../line/command/spec.ts"
import { groupOf, tableFlags } from "../specs/parts.ts"

export const contactsGroup: CommandGroup = groupOf("contacts", "The people that the brand writes to.", {
  import: {
    summary: "Import contacts from any service's export: CSV or a workbook",
    dryRun: "plan",
    description: [
      "Detects encoding, delimiter and columns, and shows where each column goes. Contacts that unsubscribed, bounced or complained there are never opted in, and those already here are taken off; the summary says how many, in an account of at most 10,000 contacts. With --opt-in all contacts here are read first, and whoever is not subscribed stays so unless the file says that they agreed. A column that looks like consent, and whose meaning is unclear, ends a script with 2. Unknown columns go to the contact's data. On a terminal it asks about unclear columns, and shows the command that needs no answers: none is kept.",
      "The file is streamed, and uploaded in parts of the size that the service accepts. After an interruption, the same command resumes. Refused rows are written to a file with the reason, to correct and import again with the command that is shown; the file of an earlier run is renamed. Then the exit code is 9, or 6 when no row was accepted, also of a dry run.",
    ],
    positionals: [text("file", "CSV in any encoding, .xlsx or NDJSON; - is stdin.", { required: true })],
    flags: [
      text("list", "The list that the contacts join. A number is an id.", { placeholder: "name|id" }),
      ...tableFlags,
      boolean(
        "opt-in",
        "Opt in contacts without consent information in the file; never those that unsubscribed, or that are here and not subscribed.",
      ),
      choice(
        "all",
        ["opt_out", "contacts"],
        "opt_out: everybody in the file left, as in a list of unsubscribes or bounces. contacts: it only looks like one.",
      ),
      file("errors", "File for refused rows; FILE.refused.csv in this folder when left out.", {
        placeholder: "path",
      }),
      boolean("allow-errors", "Exit with 0 when some rows were refused."),
      integer("part-rows", "Maximum rows per upload; up to the service's limit (100 MiB) when left out.", {
        minimum: 1,
        placeholder: "rows",
      }),
      boolean("restart", "Start over after an interrupted run."),
      duration("wait-timeout", "Maximum time to wait for the import of each upload; 0 means no limit.", {
        default: "10m",
      }),
    ],
    examples: [
      "printf 'E-mail Address,First Name\\nada@example.test,Ada\\n' | mas contacts import - --dry-run",
      "printf 'Mail;Vorname\\nada@example.test;Ada\\n' | mas contacts import - --map Mail=email --opt-in",
    ],
  },
  export: {
    summary: "Print all contacts as CSV or NDJSON that `contacts import` can read",
    description:
      "The columns are email, first_name, last_name, opt_in, and one for each custom field of the contacts. Cells are unchanged: a spreadsheet may run one as a formula. Custom fields have the names data.NAME. Lists are not part of the file.",
    flags: [
      text("list", "Only contacts of this list. A number is an id.", { placeholder: "name|id" }),
      choice("format", ["csv", "ndjson"], "NDJSON has whole contacts.", { default: "csv" }),
      file("to", "File to write; stdout when left out, or -."),
    ],
    examples: ["mas contacts export --to contacts.csv", "mas contacts export --list 1 --format ndjson"],
  },
})
