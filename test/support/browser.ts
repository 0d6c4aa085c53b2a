import { type Browser, chromium } from "playwright-core"
import { findProgram } from "./installed.ts"

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Text is drawn by its outlines alone, whatever the machine has set.
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
]

/** The browser of this machine: `MAS_CHROMIUM`, or one in a usual place, installed where this may be done. */
export const executablePath = findProgram(() => [process.env.MAS_CHROMIUM ?? [], places].flat(2), "chromium")

/** Why tests in a browser cannot run here; undefined where they can. */
export const noBrowser =
  executablePath === undefined ? "no Chromium here, and none could be installed (set MAS_CHROMIUM)" : undefined

let started: Promise<Browser> | undefined

/**
 * The real browser of this worker, without a window: started once, ended with the worker. A new page has a context of its own;
 * close the page, not the browser.
 */
export async function sharedBrowser(): Promise<Browser> {
  const known = await started
  if (known?.isConnected()) return known
  started = chromium.launch({ args: flags, ...(executablePath === undefined ? {} : { executablePath }) })
  return started
}
