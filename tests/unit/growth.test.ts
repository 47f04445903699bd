import { gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { dummyAreas, dummyImports } from '../kit/dummy-areas'

const register = 'virtual:register'

/** Bundles the register as the portal's build does, with `source` after it. Answers its size in bytes of gzip. */
const sizeOfRegister = async (source: string): Promise<number> => {
  const entry: Plugin = {
    name: 'test:register',
    enforce: 'pre',
    resolveId: (id) => (id === register ? id : undefined),
    load: (id) => (id === register ? source : undefined),
  }
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [entry],
    build: { write: false, minify: true, rolldownOptions: { input: register, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput
  return gzipSync(result.output[0].code, { level: 9 }).length
}

describe('ten further areas', () => {
  it('add less than 2 kB of gzip to the register, which the first page loads', async () => {
    const now = await sizeOfRegister(`export * from '/src/areas/index.ts'`)
    const then = await sizeOfRegister(`${dummyImports}
      export * from '/src/areas/index.ts'
      export const others = [${dummyAreas()}]`)
    expect(now).toBeGreaterThan(10_000)
    expect(then - now).toBeGreaterThan(500)
    expect(then - now).toBeLessThan(2048)
  }, 60_000)
})
