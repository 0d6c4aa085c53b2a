import { expect, it } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { Page } from "../support/page.ts"
import * as messages from "./stories/messages.ts"
import * as requests from "./stories/requests.ts"
import * as shell from "./stories/shell.ts"
import { optionsOfStories } from "./stories/story.ts"
import * as time from "./stories/time.ts"
import * as webhooks from "./stories/webhooks.ts"
import * as world from "./stories/world.ts"

// What is done in the window, what it asks of the service, and what it shows then. A line of a golden file that is another
// is looked at, and written with `npx vitest run test/dashboard/stories -u` where it is meant.
const stories = Object.entries({ messages, webhooks, time, requests, world, shell }).flatMap(([view, told]) =>
  Object.entries(told).map(([name, story]) => ({ name: `${view} ${name}`, story })),
)

it.each(stories)("the window goes on as it did: $name", async ({ name, story }) => {
  const service = createMockService(optionsOfStories())
  const page = new Page(service)
  try {
    await story(page, service)
    const text = page.told.join("\n").replace(/[\d.]+ ms\b/g, "1 ms")
    await expect(text).toMatchFileSnapshot(`golden/stories/${name.replace(" ", "-")}.txt`)
  } finally {
    page.close()
    await service.close()
  }
})
