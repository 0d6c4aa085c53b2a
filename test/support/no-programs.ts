import childProcess from "node:child_process"
import { syncBuiltinESMExports } from "node:module"

// Unit tests must not start programs: that is slow and depends on the machine. Exception: the library esbuild runs one.
for (const name of ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"] as const) {
  const value = new Proxy(childProcess[name], {
    apply(start, self, given: readonly unknown[]) {
      const program = String(given[0])
      if (/[\\/]esbuild(\.exe)?$/.test(program)) return Reflect.apply(start, self, given)
      throw new Error(`A unit test started ${program}: name the test file *.process.test.ts`)
    },
  })
  Object.defineProperty(childProcess, name, { value, configurable: true, writable: true })
}
syncBuiltinESMExports()
