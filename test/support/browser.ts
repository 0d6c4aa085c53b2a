import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/** The browser of this machine: `MAS_CHROMIUM`, or one in a usual place, installed where this may be done. Undefined where there is none. */
function findChromium(): string | undefined {
  const known = [process.env.MAS_CHROMIUM, ...places].find((path) => path !== undefined && existsSync(path))
  if (known !== undefined || process.platform !== "linux" || process.getuid?.() !== 0) return known
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
    execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore", env })
    execFileSync("apt-get", ["install", "-y", "-qq", "chromium"], { stdio: "ignore", env })
  } catch {
    return undefined
  }
  return places.find((path) => existsSync(path))
}

const executablePath = findChromium()

/** Why tests in a browser cannot run here; undefined where they can. */
export const noBrowser =
  executablePath === undefined ? "no Chromium here, and none could be installed (set MAS_CHROMIUM)" : undefined

/** Starts a real browser without a window. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ args: flags, ...(executablePath === undefined ? {} : { executablePath }) })
