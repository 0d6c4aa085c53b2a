import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"

const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
// Several workers may install at once.
const patience = ["-o", "DPkg::Lock::Timeout=300"]

/** The first existing program. If there is none, installs the package where that is allowed, and looks again. */
export function findProgram(listPaths: () => readonly string[], aptPackage: string): string | undefined {
  const find = () => listPaths().find(existsSync)
  const installedProgram = find()
  if (installedProgram !== undefined || process.platform !== "linux" || process.getuid?.() !== 0)
    return installedProgram
  try {
    execFileSync("apt-get", ["update", "-qq", ...patience], { stdio: "ignore", env })
    execFileSync("apt-get", ["install", "-y", "-qq", ...patience, aptPackage], { stdio: "ignore", env })
  } catch {
    return undefined
  }
  return find()
}
