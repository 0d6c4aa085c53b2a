// @ts-check
import { gradeTests } from "../grading.mjs"

/** The file to complete. */
export const file = "alert.test.mjs"

/** @param {import("../grading.mjs").Grading} grading */
export function grade(grading) {
  return gradeTests(grading, { tests: file, program: "alert.mjs", task: new URL(".", import.meta.url) })
}
