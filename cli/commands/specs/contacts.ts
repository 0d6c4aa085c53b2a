import type { CommandGroup } from "../../command/spec.ts"

/** What the group `contacts` has beside its endpoints. */
export const contactsGroup: CommandGroup = {
  name: "contacts",
  about: "The people that the brand writes to.",
  commands: [
    {
      name: "contacts.import",
      words: ["contacts", "import"],
      summary: "Import contacts from any service's export: CSV or a workbook",
      description: [
        "Finds encoding, delimiter and columns by itself, and shows where each column goes. Whoever has unsubscribed, bounced or complained there is never opted in. What it does not know goes to the contact's data. On a terminal it asks where that does not show, and keeps the answer for files with the same header.",
        "The file is streamed, and uploaded in parts of what the service takes. After a cut the same command goes on where it was. Rows that are refused are written to a file, with the reason, to be mended and imported again; the list of an earlier run is kept under another name. Then the exit code is 9, or 6 where no row was taken.",
      ],
      positionals: [
        {
          name: "file",
          type: "string",
          required: true,
          description: "CSV in any encoding, or .xlsx; - is stdin.",
        },
      ],
      flags: [
        { name: "list", type: "string", placeholder: "name|id", description: "The list that the contacts join." },
        {
          name: "map",
          type: "string",
          array: "uncut",
          placeholder: "column=target",
          description: "Where a column goes: email, first_name, last_name, opt_in, opt_out, data, data.NAME or ignore.",
        },
        {
          name: "opt-in",
          type: "boolean",
          description: "Opt in contacts of whom the file does not say; never those that it says have unsubscribed.",
        },
        {
          name: "encoding",
          type: "string",
          choices: ["utf-8", "utf-16le", "utf-16be", "windows-1252", "windows-1250"],
          description: "The file's encoding, where it is not found right.",
        },
        {
          name: "errors",
          type: "string",
          format: "file",
          description: "Where refused rows are written; FILE.refused.csv in this folder when left out.",
        },
        { name: "allow-errors", type: "boolean", description: "End with 0 where some rows were refused." },
        {
          name: "part-rows",
          type: "integer",
          minimum: 1,
          placeholder: "rows",
          description: "At most so many rows an upload; as many as the service takes (100 MiB) when left out.",
        },
        { name: "restart", type: "boolean", description: "Begin anew where an earlier run was cut off." },
        {
          name: "wait-timeout",
          type: "string",
          format: "duration",
          default: "10m",
          description: "How long to wait at most for each upload to be imported; 0 is for ever.",
        },
      ],
      examples: [
        "printf 'E-mail Address,First Name\\nada@example.test,Ada\\n' | mas contacts import - --dry-run",
        "printf 'Mail;Vorname\\nada@example.test;Ada\\n' | mas contacts import - --map Mail=email --opt-in",
      ],
    },
    {
      name: "contacts.export",
      words: ["contacts", "export"],
      summary: "Print all contacts as CSV or NDJSON that `contacts import` takes back",
      description: [
        "The columns are email, first_name, last_name, opt_in, and one for each of the contacts' own fields. Cells are as they are kept: a spreadsheet may run one as a formula.",
      ],
      positionals: [],
      flags: [
        { name: "list", type: "string", placeholder: "name|id", description: "Only contacts of this list." },
        {
          name: "format",
          type: "string",
          choices: ["csv", "ndjson"],
          default: "csv",
          description: "NDJSON has whole contacts.",
        },
        { name: "to", type: "string", format: "file", description: "File to write; stdout when left out." },
      ],
      examples: ["mas contacts export --to contacts.csv", "mas contacts export --list 1 --format ndjson"],
    },
  ],
}
