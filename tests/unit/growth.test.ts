import { gzipSync } from 'node:zlib'
import { type Plugin, runnerImport, transformWithOxc } from 'vite'
import { describe, expect, it } from 'vitest'
import type { Area } from '#shared/kit/area.ts'
import { grownRegister } from '../kit/dummy-areas'

type Register = typeof import('#areas/index.ts')
type Parts = typeof import('#web/area-parts.ts')

/** What the first page loads of these areas, in bytes of gzip. */
const sizeOf = async ({ headsSource, namesSource }: Parts, areas: readonly Area[]): Promise<number> => {
  const texts = Object.fromEntries(
    areas.map(({ name }) => [name, { name: `Library ${name}`, name_one: `One ${name}` }]),
  )
  const sources = [headsSource(areas), namesSource(texts).replace('texts', 'names')]
  const { code } = await transformWithOxc(sources.join('\n'), 'heads.js')
  return gzipSync(code.replaceAll(/\n\s*/g, ''), { level: 9 }).length
}

describe('ten further areas', () => {
  it('add less than 1 kB of gzip to what the first page loads of the register', async () => {
    const file = './src/areas/index.ts'
    const grown: Plugin = {
      name: 'test:register',
      enforce: 'pre',
      load: (id) => (id.endsWith('/src/areas/index.ts') ? grownRegister() : undefined),
    }
    const { module: parts } = await runnerImport<Parts>('./src/web/area-parts.ts')
    const { module: now } = await runnerImport<Register>(file)
    const { module: then } = await runnerImport<Register>(file, { plugins: [grown] })
    expect(then.areas).toHaveLength(now.areas.length + 10)
    const size = await sizeOf(parts, now.areas)
    const growth = (await sizeOf(parts, then.areas)) - size
    expect(size).toBeGreaterThan(5_000)
    expect(growth).toBeGreaterThan(200)
    expect(growth).toBeLessThan(1024)
  }, 60_000)
})
