import { describe, expect, it } from "vitest"
import { Router } from "../../mock-server/service/request/routes/router.ts"

const route = (method: string, path: string) => ({ endpoint: { method, path } })
const listFiles = route("GET", "/files")
const readFile = route("GET", "/files/{id}")
const newestFile = route("GET", "/files/newest")
const filePart = route("GET", "/files/{id}/parts/{part}")
const newestSize = route("GET", "/files/newest/size")
const removeFile = route("DELETE", "/files/{name}")
const router = new Router([listFiles, readFile, newestFile, filePart, newestSize, removeFile])

describe("the router", () => {
  it("finds a route by its path, and names the parameters as the route does", () => {
    expect(router.match("GET", "/files")).toEqual({ route: listFiles, params: {} })
    expect(router.match("GET", "/files/7/parts/a%2Fb")).toEqual({ route: filePart, params: { id: "7", part: "a/b" } })
    expect(router.match("DELETE", "/files/7")).toEqual({ route: removeFile, params: { name: "7" } })
  })

  it("prefers a fixed segment to a parameter, and falls back to the parameter if the fixed path leads to no route", () => {
    expect(router.match("GET", "/files/newest")).toEqual({ route: newestFile, params: {} })
    expect(router.match("GET", "/files/newest/parts/1")).toEqual({
      route: filePart,
      params: { id: "newest", part: "1" },
    })
  })

  it("returns the methods of a path for another method, and a parameter that cannot be decoded", () => {
    expect(router.match("PUT", "/files/7")).toEqual({ allow: ["GET", "DELETE"] })
    expect(router.match("GET", "/files/%E0")).toEqual({ broken: "%E0" })
  })

  it.each(["", "/", "files", "/files/", "/files//parts/1", "/files/7/parts", "/other/files", "*"])(
    "finds nothing at %j",
    (path) => {
      expect(router.match("GET", path)).toBeUndefined()
    },
  )
})
