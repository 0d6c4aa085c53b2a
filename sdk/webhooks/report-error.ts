import { warnProcess } from "../base/platform.ts"

const textOf = (error: unknown) => String(Object(error).stack ?? error)

/**
 * Passes an error to `onError`. Without it, or if it fails itself, the error becomes a process warning, unless `isQuiet`; so does
 * the error of `onError`. Never rejects.
 */
export async function reportError(
  error: unknown,
  onError: ((error: unknown) => unknown) | undefined,
  isQuiet = false,
): Promise<void> {
  const report = async () => {
    try {
      if (onError) return void (await onError(error))
    } catch (reason) {
      warnProcess(`onError failed: ${textOf(reason)}`)
    }
    if (!isQuiet) warnProcess(textOf(error))
  }
  // Some values have no text, such as an object without a prototype.
  await report().catch(() => {})
}
