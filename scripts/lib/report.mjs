/** Runs a script's work. On an error it prints only the message and exits with code 1. */
export async function runScript(work) {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
