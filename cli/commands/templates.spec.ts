import { boolean, choice, integer, text } from "../line/command/flags.ts"
import type { CommandGroup, Flag, Positional } from "../line/command/spec.ts"
import { groupOf } from "../specs/parts.ts"

const dir: Positional = text("dir", "The folder of templates; `templates` when left out.", { minLength: 1 })

const dirFlag: Flag = text("dir", "The folder of templates.", { minLength: 1, default: "templates" })

const brand: Flag = text("brand", "Brand to act in, or several, one after the other (MAS_BRAND_SID).", {
  array: true,
  minLength: 1,
  placeholder: "sid",
  replacesGlobal: true,
})

const only: Flag = text("only", "Only this template, or these, by their folders.", {
  array: true,
  minLength: 1,
  placeholder: "folder",
})

const check: Flag = boolean("check", "Change nothing, and exit with 1 if the service differs from the files.")

const confirmAccount: Flag = text(
  "confirm-account",
  "The account's name: needed to change everything that the folder knows, or to let it belong to another account.",
  { minLength: 1, placeholder: "name" },
)

const strict: Flag = boolean("strict", "Push nothing if a mail has problems.")

export const templatesGroup: CommandGroup = groupOf("templates", "Messages to fill in.", {
  pull: {
    summary: "Write the service's templates to a folder, merged with local changes",
    description:
      "Each template is a folder with template.yaml, body.html.liquid and body.txt.liquid; templates.lock.json has ids and versions. Local changes are kept. If both sides changed the same lines, the template is not written, the diff is shown, and the exit code is 5, unless --on-conflict is given.",
    positionals: [dir],
    flags: [
      dirFlag,
      brand,
      only,
      confirmAccount,
      choice(
        "on-conflict",
        ["mark", "ours", "theirs"],
        "How to resolve lines that both sides changed: keep both between conflict markers, keep the files', or take the service's.",
      ),
      choice(
        "on-deleted",
        ["write", "forget", "leave"],
        "What to do with a template whose folder was deleted: write it again, ignore it from now on, or leave it for now.",
      ),
    ],
    dryRun: "plan",
    examples: ["mas templates pull", "mas templates pull templates --dry-run"],
  },
  push: {
    summary: "Send templates that were changed in a folder, unless they were changed at the service too",
    description:
      "For templates that are kept in files. To make or change one from a script, with no folder, use `mas templates create` or `update`. Partials are inlined; Liquid, sizes and samples are checked, and lint findings are printed. Nothing is sent if a template was changed on both sides (exit code 5) or a file is invalid (6). A template that the service refuses is listed, the others are sent, and the exit code is 9. Two pushes of one folder take turns; of two from different folders, one ends with 5. Nothing is ever deleted at the service, which has no call for it.",
    positionals: [dir],
    flags: [dirFlag, brand, only, confirmAccount, strict, check],
    dryRun: "plan",
    examples: ["mas templates pull && mas templates push", "mas templates pull && mas templates push --check"],
  },
  status: {
    summary: "Compare each template of a folder with the service's",
    positionals: [dir],
    flags: [dirFlag, brand, only, check],
    dryRun: "plan",
    examples: ["mas templates pull && mas templates status"],
  },
  diff: {
    summary: "Show line by line what differs between a folder of templates and the service",
    positionals: [dir],
    flags: [dirFlag, brand, only],
    dryRun: "plan",
    examples: ["mas templates pull && mas templates diff"],
  },
  watch: {
    summary: "Push templates whenever a file of the folder is saved, until Ctrl-C",
    description:
      "Errors are printed, and the next save is tried again. Meant for a mock server or a private brand. With --dry-run it prints what it would push now, and exits.",
    positionals: [dir],
    flags: [dirFlag, brand, only, strict],
    dryRun: "plan",
    streams: true,
    examples: ["mas templates pull && mas templates watch --dry-run"],
  },
  preview: {
    summary: "Show templates as recipients see them, updated whenever a file is saved",
    description: [
      "A separate mock server renders each template with each of its samples. Its dashboard shows them: the mail on a wide and a narrow screen, in light and dark, its text, its source, the variables in use, those not given and those not in use, and warnings. Ctrl-C ends it.",
      "With --to, the service sends its template as a test instead, if it matches the files. Refused addresses are named on stderr.",
    ],
    positionals: [text("name", "Folder of one template; all when left out.", { minLength: 1 })],
    flags: [
      dirFlag,
      brand,
      text("to", "Send the template to this address as a test, through the service, and end.", {
        format: "email",
        array: true,
      }),
      integer("port", "Port.", { minimum: 0, maximum: 65_535, default: "a free one" }),
      boolean("open", "Open the page in a browser."),
    ],
    dryRun: "plan",
    streams: true,
    examples: [
      "mas templates pull && mas templates preview --dry-run",
      "mas templates pull && mas templates preview welcome --to ana@example.test",
    ],
  },
  types: {
    summary: "Write TypeScript types for the data of templates",
    description:
      "Reads the Liquid of the files and their samples, and writes templates.gen.ts beside them: for each template the type of its data, and its id at each address, as templates.lock.json has it. The ids at a mock server differ on each machine, and are not in the file: --ids prints them. With `import * as templates` a program sends { ...templates.receipt, to, data }: a variable that is missing or misspelt does not compile.",
    positionals: [dir],
    flags: [
      dirFlag,
      boolean("check", "Write nothing; exit with 1 if the file is out of date.", { conflicts: ["ids"] }),
      boolean("ids", "Print the ids at this address as JSON, for the client's templateIds; write nothing."),
    ],
    examples: [
      "mas templates pull && mas templates types",
      "mas templates pull && mas templates types && mas templates types --check",
    ],
  },
})
