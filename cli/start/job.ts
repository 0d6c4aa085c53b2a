import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs"
import type { Holder, Job } from "../terminal/io.ts"

/** The shell's job control for this process. */
export function jobOf(host: NodeJS.Process): Job {
  const holders = new Set<Holder>()
  const leave = () => {
    for (const holder of holders) holder.leave()
  }
  const onStop = () => {
    unwatch()
    leave()
    // Stops the whole process group, including npx and the like. Nothing runs here until SIGCONT.
    host.kill(0, "SIGTSTP")
    goOn()
  }
  // SIGCONT after a SIGSTOP, which cannot be caught. Some shells also send SIGCONT to a running background job.
  const onContinue = () => {
    unwatch()
    leave()
    goOn()
  }
  const goOn = () => {
    for (const holder of holders) holder.back()
    watch()
  }
  const watch = () => void host.on("SIGTSTP", onStop).on("SIGCONT", onContinue).prependListener("exit", leave)
  const unwatch = () => {
    host.off("SIGTSTP", onStop).off("SIGCONT", onContinue).off("exit", leave)
  }
  return {
    isInBackground,
    waitForTerminal: () => waitForTerminal(host),
    stop: () => void host.kill(host.pid, "SIGTSTP"),
    hold(holder) {
      if (holders.size === 0) watch()
      holders.add(holder)
      return () => {
        holders.delete(holder)
        if (holders.size === 0) unwatch()
      }
    },
  }
}

/** Node cannot ask which process group has the terminal. Linux tells it in a file; elsewhere it is unknown. */
function isInBackground(): boolean {
  try {
    // The program name before it may contain spaces.
    const [, , group, , , foreground] = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? []
    return foreground !== "-1" && foreground !== group
  } catch {
    return false
  }
}

/** Reads from the terminal: this stops a background process until `fg`. */
function waitForTerminal(host: NodeJS.Process): void {
  if (host.platform === "linux" && !isInBackground()) return
  let terminal: number | undefined
  try {
    terminal = openSync("/dev/tty", constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    const typed = Buffer.alloc(4_096)
    const length = readSync(terminal, typed)
    // Typed early, but still the response.
    if (length > 0) host.stdin.unshift(typed.subarray(0, length))
  } catch {
    // Nothing was typed yet, or the terminal was closed, which the next read reports.
  } finally {
    if (terminal !== undefined) closeSync(terminal)
  }
}

/** More terminals than Node ever opens. */
const descriptors = 64

/**
 * Closes the terminals. On exit Node restores the terminal's settings, even in the background, where it would overwrite
 * those of the shell or be stopped; it skips closed ones.
 */
export function closeTerminals(): void {
  if (![0, 1, 2].some(isDevice)) return
  for (let descriptor = 0; descriptor < descriptors; descriptor += 1) if (isDevice(descriptor)) closeSync(descriptor)
}

/** True when it may be a terminal. Loading `node:tty` to be sure would take longer than everything else. */
export function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice()
  } catch {
    return false
  }
}
