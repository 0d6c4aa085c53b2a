import { type Browser, chromium } from "playwright-core"
import { findProgram } from "./installed.ts"

/** The engine of Chromium without what a visible browser needs: a new page takes a quarter of the time. */
const engine = "/usr/bin/chromium-headless-shell"
const browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
const configuredBrowser = process.env.MAS_CHROMIUM ?? []
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Text is drawn without hinting, independent of the machine's settings.
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
]

/** The browser of this machine: `MAS_CHROMIUM` or one in a usual place; installed if allowed. */
export const executablePath = findProgram(() => [configuredBrowser, engine, browsers].flat(), "chromium-headless-shell")

/** A whole browser, for what the engine alone shows differently. */
export const findBrowser = () => findProgram(() => [configuredBrowser, browsers].flat(), "chromium")

/** The reason if tests in a browser cannot run; undefined if they can. */
export const noBrowser =
  executablePath === undefined ? "no Chromium here, and none could be installed (set MAS_CHROMIUM)" : undefined

/** Starts a browser. Close it. */
export const launchBrowser = (path = executablePath) =>
  chromium.launch({ args: flags, ...(path === undefined ? {} : { executablePath: path }) })

let started: Promise<Browser> | undefined

/**
 * The headless browser of this worker: started once, ended with the worker. Each new page has its own context; close
 * the page, not the browser.
 */
export async function sharedBrowser(): Promise<Browser> {
  const runningBrowser = await started
  if (runningBrowser?.isConnected()) return runningBrowser
  started = launchBrowser()
  return started
}
