import type { AsyncCloses } from "../../sdk/base/async-dispose.ts"
import type { MockServiceOptions } from "../service/service.ts"
import { createMockService, type MockService, startMockServer } from "./start.ts"

/** Options of the service of a test; the clock is frozen by default. */
export interface TestServiceOptions extends Omit<MockServiceOptions, "baseUrl"> {
  /** True to listen on a free port of this machine, for code that takes no `fetch`; in process when left out. */
  readonly http?: boolean
}

/** The service of one test. */
export interface TestService extends Omit<MockService, "close" | keyof AsyncCloses> {}

/** The hooks of a test runner: of Vitest, Jest, Mocha or `node:test`. */
export interface TestHooks {
  /** Runs a hook before each test. */
  readonly beforeEach: (hook: () => Promise<void>) => unknown
  /** Runs a hook after each test. */
  readonly afterEach: (hook: () => Promise<void>) => unknown
}

interface Opened {
  readonly service: MockService
  readonly test: TestService
}

async function open({ http = false, ...options }: TestServiceOptions): Promise<Opened> {
  const serviceOptions: MockServiceOptions = { clock: "frozen", ...options }
  const service = http ? await startMockServer({ ...serviceOptions, port: 0 }) : createMockService(serviceOptions)
  const { url, apiKey, world, fetch, clientOptions } = service
  return { service, test: { url, apiKey, world, fetch, clientOptions } }
}

/**
 * Creates a new service before each test of the file or group, and closes it afterwards: state, clock, faults and
 * journal belong to one test. The returned object refers to the service of the running test. Pass the hooks if they are
 * not global: those of Vitest without `globals`, and of `node:test`. Tests that run concurrently in one file use
 * `withMockWorld`.
 * @example const mock = useMockWorld({ beforeEach, afterEach })
 * it("lists contacts", async () => {
 *   const mas = new Mas(mock.clientOptions)
 * @throws Error without hooks, outside a test, and when two tests run at once.
 */
export function useMockWorld({
  beforeEach = globalHook("beforeEach"),
  afterEach = globalHook("afterEach"),
  ...options
}: TestServiceOptions & Partial<TestHooks> = {}): TestService {
  const running: Opened[] = []
  beforeEach(async () => {
    running.push(await open(options))
  })
  afterEach(async () => {
    await running.shift()?.service.close()
  })

  const current = (): TestService => {
    const [opened, another] = running
    if (opened === undefined) throw new Error("No test is running: useMockWorld creates a service before each test")
    if (another !== undefined) throw new Error("Two tests are running at once: use withMockWorld for concurrent tests")
    return opened.test
  }
  return {
    get url() {
      return current().url
    },
    get apiKey() {
      return current().apiKey
    },
    get world() {
      return current().world
    },
    get clientOptions() {
      return current().clientOptions
    },
    fetch: (input, init) => current().fetch(input, init),
  }
}

/**
 * A test with its own new service, closed when the test ends; such tests may run concurrently. Arguments of the runner, such as
 * the row of `it.each`, come after the service.
 * @example it.concurrent("lists contacts", withMockWorld(async ({ clientOptions, world }) => {
 *   const mas = new Mas(clientOptions)
 */
export function withMockWorld<Given extends unknown[]>(
  test: (service: TestService, ...args: Given) => unknown,
  options: TestServiceOptions = {},
): (...args: Given) => Promise<void> {
  // No declared parameter: Jest would treat it as a done callback, and Playwright reads parameter names.
  return async function () {
    const opened = await open(options)
    try {
      // biome-ignore lint/complexity/noArguments: see above.
      await Reflect.apply(test, undefined, [opened.test, ...arguments])
    } finally {
      await opened.service.close()
    }
  }
}

/**
 * A fixture for Vitest's and Playwright's `test.extend`: a new service for each test that uses it.
 * @example const it = test.extend({ mock: mockWorldFixture() })
 * it("lists contacts", async ({ mock }) => {
 *   const mas = new Mas(mock.clientOptions)
 */
export function mockWorldFixture(options: TestServiceOptions = {}) {
  // The empty pattern tells Vitest that this needs no other fixture.
  // biome-ignore lint/correctness/noEmptyPattern: see above.
  return async ({}: object, use: (service: TestService) => Promise<void>): Promise<void> => {
    const opened = await open(options)
    try {
      await use(opened.test)
    } finally {
      await opened.service.close()
    }
  }
}

function globalHook<N extends keyof TestHooks>(name: N): TestHooks[N] {
  const hook: TestHooks[N] | undefined = Reflect.get(globalThis, name)
  if (hook === undefined) {
    throw new Error(`There is no global ${name}: pass the hooks, useMockWorld({ beforeEach, afterEach })`)
  }
  return hook
}
