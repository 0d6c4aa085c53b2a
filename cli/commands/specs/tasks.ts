import { choice, text } from "../../command/flags.ts"
import type { CommandGroup } from "../../command/spec.ts"
import { groupOf } from "./parts.ts"

/** The tasks of `examples/tasks`, by the names of their folders. */
export const taskNames = [
  "guard-staging",
  "handle-refused",
  "import-contacts",
  "page-everything",
  "receive-webhooks",
  "rotate-key",
  "send-many",
  "send-once",
  "survive-crash",
  "test-outage",
  "test-with-world",
  "within-capacity",
] as const

export const tasksGroup: CommandGroup = groupOf("tasks", "Small tasks to try this package with, and their graders.", {
  list: {
    summary: "List the tasks",
    examples: ["mas tasks list"],
  },
  start: {
    summary: "Copy a task into a folder, with the file to finish",
    description:
      "TASK.md in the folder describes the task. Programs there use the mas-sdk installed in the folder or a parent.",
    positionals: [
      choice("name", taskNames, "The task.", { required: true }),
      text("dir", "A new or empty folder; the task's name when left out."),
    ],
    examples: ["mas tasks start send-once"],
  },
  grade: {
    summary: "Run a task's program against a mock server, and check the outcome",
    description:
      "It starts a separate mock server, and calls no other service. Programs run in a copy of the folder, as this user: grade what you would run. The exit code is 1 when a line failed.",
    positionals: [text("dir", "The task's folder; the current one when left out.")],
    examples: ["mas tasks start page-everything --quiet && mas tasks grade page-everything --dry-run"],
  },
})
