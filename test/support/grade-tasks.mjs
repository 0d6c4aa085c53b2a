// Grades task folders one after another: prints a line of JSON for each, `{ folder, lines }`.
import { gradeTask } from "../../examples/tasks/grading.mjs"

for (const folder of process.argv.slice(2)) {
  console.log(JSON.stringify({ folder, lines: await gradeTask(folder) }))
}
