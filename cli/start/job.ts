import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs"
import type { Holder, Job } from "../io.ts"

/** Job control as a shell does it, of this process. */
export function jobOf(host: NodeJS.Process): Job {
  const holders = new Set<Holder>()
  const leave = () => {
    for (const holder of holders) holder.leave()
  }
  const onStop = () => {
    unwatch()
    leave()
    // With whatever started it, such as npx. Nothing runs here until SIGCONT.
    host.kill(0, "SIGTSTP")
    goOn()
  }
  // After SIGSTOP, which nobody sees coming; and some shells say so to what has been going on in the background.
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

/** Node cannot ask the terminal who has it. Linux says it in a file; elsewhere it is not known. */
function isInBackground(): boolean {
  try {
    // The program name before it may contain spaces.
    const [, , group, , , foreground] = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? []
    return foreground !== "-1" && foreground !== group
  } catch {
    return false
  }
}

/** Reads from the terminal, which stops whoever does so in the background until `fg`. */
function waitForTerminal(host: NodeJS.Process): void {
  if (host.platform === "linux" && !isInBackground()) return
  let terminal: number | undefined
  try {
    terminal = openSync("/dev/tty", constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    const typed = Buffer.alloc(4_096)
    const length = readSync(terminal, typed)
    // Typed before it was asked for: the answer all the same.
    if (length > 0) host.stdin.unshift(typed.subarray(0, length))
  } catch {
    // Nothing was typed yet. Or the terminal has gone, which whoever reads next is told.
  } finally {
    if (terminal !== undefined) closeSync(terminal)
  }
}

/** More than Node opens of terminals. */
const descriptors = 64

/**
 * When a process ends, Node sets the terminal as it found it: also in the background, where a shell or another program has set it
 * by then, or stops the process for that. What is closed it leaves alone.
 */
export function closeTerminals(): void {
  if (![0, 1, 2].some(isDevice)) return
  for (let descriptor = 0; descriptor < descriptors; descriptor += 1) if (isDevice(descriptor)) closeSync(descriptor)
}

/** Whether it may be a terminal. To know it, `node:tty` would have to load, which takes longer than all of this. */
export function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice()
  } catch {
    return false
  }
}
