import type { CommandGroup } from "../../command/spec.ts"

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

/** Small tasks to try the package with. */
export const tasksGroup: CommandGroup = {
  name: "tasks",
  about: "Small tasks to try this package with, and their graders.",
  commands: [
    {
      name: "tasks.list",
      words: ["tasks", "list"],
      summary: "List the tasks",
      positionals: [],
      flags: [],
      examples: ["mas tasks list"],
    },
    {
      name: "tasks.start",
      words: ["tasks", "start"],
      summary: "Copy a task into a folder, with the file to finish",
      description: [
        "TASK.md in the folder says what is to be done. Programs there use the mas-sdk that is installed there or above.",
      ],
      positionals: [
        { name: "name", type: "string", required: true, choices: taskNames, description: "The task." },
        { name: "dir", type: "string", description: "A new or empty folder; the task's name when left out." },
      ],
      flags: [],
      examples: ["mas tasks start send-once"],
    },
    {
      name: "tasks.grade",
      words: ["tasks", "grade"],
      summary: "Run what is in a task's folder against a mock server, and check what came of it",
      description: [
        "A mock server of its own is started for it; no other service is asked. Programs run in a copy of the folder, as this user: grade what you would run. The exit code is 1 where a line failed.",
      ],
      positionals: [{ name: "dir", type: "string", description: "The task's folder; the current one when left out." }],
      flags: [],
      examples: ["mas tasks start page-everything --quiet && mas tasks grade page-everything --dry-run"],
    },
  ],
}
