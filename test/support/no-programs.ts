import childProcess from "node:child_process"
import { syncBuiltinESMExports } from "node:module"

// Unit tests must not start programs: that is slow and depends on the machine. Exception: the library esbuild runs one.
for (const name of ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"] as const) {
  const value = new Proxy(childProcess[name], {
    apply(start, self, args: readonly unknown[]) {
      const program = String(args[0])
      if (/[\\/]esbuild(\.exe)?$/.test(program)) return Reflect.apply(start, self, args)
      throw new Error(`A unit test started ${program}: name the test file *.process.test.ts`)
    },
  })
  Object.defineProperty(childProcess, name, { value, configurable: true, writable: true })
}
syncBuiltinESMExports()
