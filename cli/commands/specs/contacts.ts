import { boolean, choice, duration, file, integer, text } from "../../command/flags.ts"
import type { CommandGroup } from "../../command/spec.ts"
import { groupOf } from "./parts.ts"

export const contactsGroup: CommandGroup = groupOf("contacts", "The people that the brand writes to.", {
  import: {
    summary: "Import contacts from any service's export: CSV or a workbook",
    description: [
      "Finds encoding, delimiter and columns by itself, and shows where each column goes. Whoever has unsubscribed, bounced or complained there is never opted in. What it does not know goes to the contact's data. On a terminal it asks where that does not show, and keeps the answer for files with the same header.",
      "The file is streamed, and uploaded in parts of what the service takes. After a cut the same command goes on where it was. Rows that are refused are written to a file, with the reason, to be mended and imported again; the list of an earlier run is kept under another name. Then the exit code is 9, or 6 where no row was taken.",
    ],
    positionals: [text("file", "CSV in any encoding, or .xlsx; - is stdin.", { required: true })],
    flags: [
      text("list", "The list that the contacts join.", { placeholder: "name|id" }),
      text("map", "Where a column goes: email, first_name, last_name, opt_in, opt_out, data, data.NAME or ignore.", {
        array: "uncut",
        placeholder: "column=target",
      }),
      boolean("opt-in", "Opt in contacts of whom the file does not say; never those that it says have unsubscribed."),
      choice(
        "encoding",
        ["utf-8", "utf-16le", "utf-16be", "windows-1252", "windows-1250"],
        "The file's encoding, where it is not found right.",
      ),
      file("errors", "Where refused rows are written; FILE.refused.csv in this folder when left out.", {
        placeholder: "path",
      }),
      boolean("allow-errors", "End with 0 where some rows were refused."),
      integer("part-rows", "At most so many rows an upload; as many as the service takes (100 MiB) when left out.", {
        minimum: 1,
        placeholder: "rows",
      }),
      boolean("restart", "Begin anew where an earlier run was cut off."),
      duration("wait-timeout", "How long to wait at most for each upload to be imported; 0 is for ever.", {
        default: "10m",
      }),
    ],
    examples: [
      "printf 'E-mail Address,First Name\\nada@example.test,Ada\\n' | mas contacts import - --dry-run",
      "printf 'Mail;Vorname\\nada@example.test;Ada\\n' | mas contacts import - --map Mail=email --opt-in",
    ],
  },
  export: {
    summary: "Print all contacts as CSV or NDJSON that `contacts import` takes back",
    description:
      "The columns are email, first_name, last_name, opt_in, and one for each of the contacts' own fields. Cells are as they are kept: a spreadsheet may run one as a formula.",
    flags: [
      text("list", "Only contacts of this list.", { placeholder: "name|id" }),
      choice("format", ["csv", "ndjson"], "NDJSON has whole contacts.", { default: "csv" }),
      file("to", "File to write; stdout when left out."),
    ],
    examples: ["mas contacts export --to contacts.csv", "mas contacts export --list 1 --format ndjson"],
  },
})
