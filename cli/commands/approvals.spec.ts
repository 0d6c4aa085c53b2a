import { boolean, integer, text } from "../line/command/flags.ts"
import type { CommandGroup } from "../line/command/spec.ts"
import { heldFlags } from "../specs/held-flags.ts"
import { groupOf } from "../specs/parts.ts"

export const approvalsGroup: CommandGroup = groupOf(
  "approvals",
  "Calls that wait for a person: held by `mas mcp`, or by a program with `new Mas({ hold: outbox })`.",
  {
    list: {
      summary: "List the calls that wait for a person, oldest first",
      flags: [boolean("all", "Also those that were sent, refused, or expired."), ...heldFlags],
      examples: ["mas approvals list"],
    },
    show: {
      summary:
        "Show all of a held call: recipients, the rendered mail, findings, the template's text then, and the account",
      description:
        "The mail is rendered by a mock server in this process; nothing is sent. `hash` names exactly this revision: an approval is for it. `body_sha256` is the hash of the bytes that would leave. `changed` is true if the template, the campaign or its audience is no longer what it was when the call was held: then it cannot be approved before `mas approvals edit`.",
      positionals: [text("id", "Its id.", { required: true })],
      flags: heldFlags,
      examples: ["mas approvals show welcome-1"],
    },
    approve: {
      summary: "Approve held calls, and send each of them once, exactly as shown",
      description: [
        "On a terminal it shows each call whole and asks once for all of them. Elsewhere each is named as ID@HASH, by the hash that `mas approvals show` printed: a call that was changed since is refused. `--yes` does not replace the hash. An assistant cannot approve.",
        "The same recipient guard, key and account apply as for any call of this command line, as they are now. A call goes out by the account that it was made for, or not at all. After a crash repeat the command: the call has one effect.",
      ],
      positionals: [
        text("item", "ID@HASH, or on a terminal the id: at most eight.", {
          rest: true,
          required: true,
          minItems: 1,
          maxItems: 8,
        }),
      ],
      flags: heldFlags,
      dryRun: "plan",
      examples: ["mas approvals approve welcome-1@4f1c0a9be2d37788"],
    },
    refuse: {
      summary: "Refuse held calls: they are never sent",
      positionals: [text("id", "Their ids.", { rest: true, required: true, minItems: 1 })],
      flags: [text("reason", "Why, for the log."), ...heldFlags],
      dryRun: "plan",
      examples: ["mas approvals refuse welcome-1 --reason 'wrong list'"],
    },
    edit: {
      summary: "Make a new revision of a held call, which waits for its own approval",
      description:
        "With --input the body is replaced. Without it the call stays, and takes its template, campaign and audience as they are now.",
      positionals: [text("id", "Its id.", { required: true })],
      flags: [text("input", "The new body as JSON; @file, or - for stdin.", { placeholder: "json" }), ...heldFlags],
      dryRun: "plan",
      examples: ['mas approvals edit welcome-1 --input \'{"channel":"sms","to":"+14155550100","body":"Hi"}\''],
    },
    log: {
      summary: "Show who approved what, when, and from where",
      description:
        "Every held call, edit, approval, refusal, hand-over and result, oldest first, with the hash of the body's bytes.",
      positionals: [text("id", "Only of this call.")],
      flags: heldFlags,
      examples: ["mas approvals log --output json"],
    },
    serve: {
      summary: "Serve a page for approvals on this machine, until Ctrl-C",
      description:
        "The page shows up to eight calls with their whole mails, and approves, refuses or edits them by keys: J and K move, X selects, A approves, R refuses, E edits, Shift+A approves all that are shown. Its address has a token of its own, and works on this machine alone.",
      flags: [
        integer("port", "The port; 0: any free one.", { default: "0", minimum: 0, maximum: 65535 }),
        boolean("open", "Open it in a browser."),
        ...heldFlags,
      ],
      streams: true,
      dryRun: "plan",
      examples: ["mas approvals serve --dry-run"],
    },
  },
)
