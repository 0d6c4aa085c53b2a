import { boolean, choice, file, integer, text } from "../line/command/flags.ts"
import type { CommandGroup } from "../line/command/spec.ts"
import { groupOf, tableFlags } from "../specs/parts.ts"

export const messagesGroup: CommandGroup = groupOf("messages", "Transactional e-mail and SMS.", {
  sendEach: {
    summary: "Send a message for each line of a file, each once",
    dryRun: "plan",
    description: [
      "Each line is a JSON object; a table (.csv, .tsv, .xlsx) is read as `contacts import` reads it, with --map, --encoding and --header-row. Nobody is mailed who left according to it, or who did not agree where a column asks for it; of JSON lines, fields such as subscribed_email, opt_in and unsubscribed say so, but not those in data. A line's message fields (to, subject, html, body, template_id, from, reply_to, headers, tags, data) are used; flags provide missing ones, but only --body for a line with another channel. `email` is used as `to`, and all other fields become data for the text, as {{ data.name }}.",
      "--key builds each line's idempotency key from its fields: the same key sends one message. After an interruption, the same command resumes, unless it runs for another account. `sent` counts the messages that the service accepted, now or earlier with the same key.",
      "Refused lines are written to a file with the reason, to correct and send again; the file of an earlier run is renamed, such as to people.refused.1.ndjson.",
      "Before anything is sent, the mails of a file are checked like that of `messages send`, with the texts of their template: each problem is shown with its lines. With --strict nothing is sent then (6). Of stdin, --strict refuses the lines with problems.",
      "The exit code is 9 when some lines were refused, 6 when all were, 10 when there was no line, or all were left out. Errors that affect all lines end the run: the credential (3), a missing template (4), a key already used for another message (5), exhausted capacity (7), no response (8), and Ctrl-C (130), which waits for calls in progress.",
    ],
    flags: [
      file("file", "NDJSON, a JSON object a line, or a table; - is NDJSON from stdin.", { required: true }),
      text("key", "The key of a line, such as newsletter-42/{id}.", { required: true, placeholder: "text/{field}" }),
      choice("channel", ["email", "sms"], "The channel of the messages.", { default: "email" }),
      integer("template-id", "The template of the messages; its subject is the default.", {
        minimum: 1,
      }),
      text("subject", "The subject of the e-mails."),
      text("from", "A verified sender of the brand."),
      text("html", "The HTML part.", { placeholder: "text|@file|-" }),
      text("body", "The text part, or the SMS.", { placeholder: "text|@file|-" }),
      ...tableFlags,
      integer("concurrency", "Maximum number of calls at a time.", { minimum: 1, maximum: 128, default: "10" }),
      file("errors", "Where refused lines are written; FILE.refused.ndjson in this folder when left out.", {
        placeholder: "path",
      }),
      boolean("strict", "Send nothing when a mail has problems, such as a variable that its line has no value for."),
      boolean("skip-suppressed", "Leave out lines whose address is suppressed: one read before each mail.", {
        conflicts: ["rehearse"],
      }),
      boolean("restart", "Start over after an interrupted run.", { conflicts: ["rehearse"] }),
      boolean("rehearse", "Send every line to a mock server in this process instead, and say what would happen."),
    ],
    examples: [
      `printf '{"id":1,"email":"ada@example.test"}\\n' | mas messages send-each --file - --key 'news-42/{id}' --subject News --html '<p>Hi'`,
    ],
  },
})
