import { describe, expect, it } from "vitest"
import { Router } from "../../mock-server/request/routes/router.ts"

const route = (method: string, path: string) => ({ endpoint: { method, path } })
const listFiles = route("GET", "/files")
const readFile = route("GET", "/files/{id}")
const newestFile = route("GET", "/files/newest")
const filePart = route("GET", "/files/{id}/parts/{part}")
const newestSize = route("GET", "/files/newest/size")
const removeFile = route("DELETE", "/files/{name}")
const router = new Router([listFiles, readFile, newestFile, filePart, newestSize, removeFile])

describe("the router", () => {
  it("finds a route by its path, and the parameters by the names that the route has for them", () => {
    expect(router.match("GET", "/files")).toEqual({ route: listFiles, params: {} })
    expect(router.match("GET", "/files/7/parts/a%2Fb")).toEqual({ route: filePart, params: { id: "7", part: "a/b" } })
    expect(router.match("DELETE", "/files/7")).toEqual({ route: removeFile, params: { name: "7" } })
  })

  it("takes a fixed segment before a parameter, and a parameter where the fixed way ends nowhere", () => {
    expect(router.match("GET", "/files/newest")).toEqual({ route: newestFile, params: {} })
    expect(router.match("GET", "/files/newest/parts/1")).toEqual({
      route: filePart,
      params: { id: "newest", part: "1" },
    })
  })

  it("tells the methods of a path that is asked for by another, and a parameter that cannot be read", () => {
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
