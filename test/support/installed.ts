import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"

const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
// Several workers may install at once.
const patience = ["-o", "DPkg::Lock::Timeout=300"]

/** The first existing program. If there is none, installs the package where that is allowed, and looks again. */
export function findProgram(places: () => readonly string[], aptPackage: string): string | undefined {
  const find = () => places().find(existsSync)
  const known = find()
  if (known !== undefined || process.platform !== "linux" || process.getuid?.() !== 0) return known
  try {
    execFileSync("apt-get", ["update", "-qq", ...patience], { stdio: "ignore", env })
    execFileSync("apt-get", ["install", "-y", "-qq", ...patience, aptPackage], { stdio: "ignore", env })
  } catch {
    return undefined
  }
  return find()
}
