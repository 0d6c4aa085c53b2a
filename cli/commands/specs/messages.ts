import type { CommandGroup } from "../../command/spec.ts"

/** What the group `messages` has beside its endpoints. */
export const messagesGroup: CommandGroup = {
  name: "messages",
  about: "Transactional e-mail and SMS.",
  commands: [
    {
      name: "messages.sendEach",
      words: ["messages", "send-each"],
      summary: "Send a message for each line of a file, each once",
      description: [
        "Each line is a JSON object. Its fields of a message (to, subject, html, body, template_id, from, reply_to, headers, tags, data) are taken; flags give what it leaves out. `email` is `to`, and its other fields are the data that the text can name, as {{ data.name }}.",
        "--key makes the idempotency key of each line of its fields: the same key sends one message. After a cut the same command goes on where it was. `sent` counts what the service took, now or before by the same key: it does not say which.",
        "Lines that are refused are written to a file, with the reason, to be mended and sent; the list of an earlier run is kept under another name, such as people.refused.1.ndjson.",
        "The exit code is 9 where some lines were refused, 6 where all were. What concerns all lines ends it: the credential (3), a template that is not there (4), a key that another message was sent with (5), a used up capacity (7), no answer (8), and Ctrl-C (130), which waits for the calls under way.",
      ],
      positionals: [],
      flags: [
        {
          name: "file",
          type: "string",
          required: true,
          format: "file",
          description: "NDJSON: a JSON object a line; - is stdin.",
        },
        {
          name: "key",
          type: "string",
          required: true,
          placeholder: "text/{field}",
          description: "The key of a line, such as newsletter-42/{id}.",
        },
        {
          name: "channel",
          type: "string",
          choices: ["email", "sms"],
          default: "email",
          description: "How they travel.",
        },
        {
          name: "template-id",
          type: "integer",
          minimum: 1,
          description: "The template of the messages, and their subject where nothing else gives one.",
        },
        { name: "subject", type: "string", description: "The subject of the e-mails." },
        { name: "from", type: "string", description: "A verified sender of the brand." },
        { name: "html", type: "string", placeholder: "text|@file|-", description: "The HTML part." },
        { name: "body", type: "string", placeholder: "text|@file|-", description: "The text part, or the SMS." },
        {
          name: "concurrency",
          type: "integer",
          minimum: 1,
          maximum: 128,
          default: "10",
          description: "How many at a time.",
        },
        {
          name: "errors",
          type: "string",
          format: "file",
          description: "Where refused lines are written; FILE.refused.ndjson in this folder when left out.",
        },
        { name: "restart", type: "boolean", description: "Begin anew where an earlier run was cut off." },
      ],
      examples: [
        `printf '{"id":1,"email":"ada@example.test"}\\n' | mas messages send-each --file - --key 'news-42/{id}' --subject News --html '<p>Hi'`,
      ],
    },
  ],
}
