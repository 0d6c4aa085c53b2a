/** A crawled response. */
export interface Crawled {
  readonly status: number
  /** Empty if it is not a page. */
  readonly html: string
}

export const linksIn = (html: string) =>
  [...html.replaceAll(/<script\b.*?<\/script>/gs, "").matchAll(/<a href="([^"]*)"/g)].map(([, href = ""]) => href)
export const idsIn = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id)

/**
 * Follows every link of the pages below an address, within its origin. Returns the response of each path, and in `dead`
 * the links to missing pages or headings.
 */
export async function crawl(start: URL, get: (path: string) => Promise<Crawled>) {
  const crawledPages = new Map<string, Crawled>()
  const links: { from: string; to: URL }[] = []
  const waiting = [start]
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (crawledPages.has(url.pathname)) continue
    const response = await get(url.pathname)
    crawledPages.set(url.pathname, response)
    if (response.status !== 200 || !url.pathname.startsWith(start.pathname)) continue
    for (const href of linksIn(response.html)) {
      const to = new URL(href, url)
      if (to.origin !== start.origin) continue
      links.push({ from: url.pathname, to })
      waiting.push(to)
    }
  }
  const dead = links.filter(({ to }) => {
    const { status = 0, html = "" } = crawledPages.get(to.pathname) ?? {}
    const id = decodeURIComponent(to.hash.slice(1))
    return status !== 200 || (id !== "" && !idsIn(html).includes(id))
  })
  return { crawledPages, dead: dead.map(({ from, to }) => `${from} → ${to.pathname}${to.hash}`) }
}
