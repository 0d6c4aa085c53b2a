import { boolean, choice, file, integer, text } from "../../command/flags.ts"
import type { CommandGroup } from "../../command/spec.ts"
import { groupOf } from "./parts.ts"

export const messagesGroup: CommandGroup = groupOf("messages", "Transactional e-mail and SMS.", {
  sendEach: {
    summary: "Send a message for each line of a file, each once",
    description: [
      "Each line is a JSON object. Its fields of a message (to, subject, html, body, template_id, from, reply_to, headers, tags, data) are taken; flags give what it leaves out, --body alone to a line of another channel. `email` is `to`, and its other fields are the data that the text can name, as {{ data.name }}.",
      "--key makes the idempotency key of each line of its fields: the same key sends one message. After a cut the same command goes on where it was. `sent` counts what the service took, now or before by the same key: it does not say which.",
      "Lines that are refused are written to a file, with the reason, to be mended and sent; the list of an earlier run is kept under another name, such as people.refused.1.ndjson.",
      "The exit code is 9 where some lines were refused, 6 where all were. What concerns all lines ends it: the credential (3), a template that is not there (4), a key that another message was sent with (5), a used up capacity (7), no answer (8), and Ctrl-C (130), which waits for the calls under way.",
    ],
    flags: [
      file("file", "NDJSON: a JSON object a line; - is stdin.", { required: true }),
      text("key", "The key of a line, such as newsletter-42/{id}.", { required: true, placeholder: "text/{field}" }),
      choice("channel", ["email", "sms"], "How they travel.", { default: "email" }),
      integer("template-id", "The template of the messages, and their subject where nothing else gives one.", {
        minimum: 1,
      }),
      text("subject", "The subject of the e-mails."),
      text("from", "A verified sender of the brand."),
      text("html", "The HTML part.", { placeholder: "text|@file|-" }),
      text("body", "The text part, or the SMS.", { placeholder: "text|@file|-" }),
      integer("concurrency", "How many at a time.", { minimum: 1, maximum: 128, default: "10" }),
      file("errors", "Where refused lines are written; FILE.refused.ndjson in this folder when left out.", {
        placeholder: "path",
      }),
      boolean("restart", "Begin anew where an earlier run was cut off."),
    ],
    examples: [
      `printf '{"id":1,"email":"ada@example.test"}\\n' | mas messages send-each --file - --key 'news-42/{id}' --subject News --html '<p>Hi'`,
    ],
  },
})
