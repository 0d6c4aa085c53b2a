/** Runs a script's work; an error ends it with its message alone and exit code 1. */
export async function runScript(work) {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
