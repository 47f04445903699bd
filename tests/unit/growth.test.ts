import { gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'

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

const words = 'trim fibre yarn spec artwork audit sample carton vessel claim label fabric print invoice'.split(' ')

/** An area with a field of each kind, and a lifecycle; no two have a name in common. */
const dummyArea = (index: number): string => {
  const name = (field: string) => `${words[index]}_${field}`
  return `defineArea({
    name: '${words[index]}-library', path: '/apps/${words[index]}/library', title: '${name('title')}', titleZh: '${name('title_zh')}',
    fields: {
      ${name('code')}: text({ required: true, unique: true, max: 20, case: 'upper', search: 'code', sort: true }),
      ${name('title')}: text({ required: true, max: 80, search: true, sort: true }),
      ${name('title_zh')}: text({ max: 80, search: true }),
      ${name('notes')}: longText({ max: 500 }),
      ${name('pieces')}: integer({ min: 0, max: 1000 }),
      ${name('weight')}: decimal({ digits: 2, min: '0' }),
      ${name('cost')}: price({ read: ['admin', 'Office'] }),
      ${name('value')}: amount(),
      ${name('share')}: percent({ min: '0', max: '100' }),
      ${name('valid_from')}: date({ sort: true }),
      ${name('checked_at')}: moment({ readOnly: true }),
      ${name('is_recycled')}: flag(),
      ${name('material')}: choice(['metal_${index}', 'plastic_${index}', 'wood_${index}']),
      ${name('uses')}: choices(['front_${index}', 'cuff_${index}', 'pocket_${index}']),
      supplier_id: reference('suppliers', { sort: true }),
      ${name('country')}: country(),
      currency: currency(),
    },
    lifecycle: lifecycle({
      start: 'draft',
      states: { draft: 'neutral', submitted: 'info', active: 'success', expired: 'danger' },
      moves: {
        submit: { from: ['draft'], to: 'submitted', by: ['admin', 'Office', 'Agent'] },
        activate: { from: ['submitted'], to: 'active', by: ['admin', 'Office'] },
        expire: { from: ['active'], to: 'expired', by: ['admin'], asks: { ${name('reason')}: longText({ required: true }) } },
      },
    }),
    access: { read: ['admin', 'Office', 'Agent'], create: ['admin', 'Office'], edit: ['admin', 'Office'], delete: ['admin'] },
    scope: { Agent: 'own' },
    key: ['${name('code')}'], sort: ['${name('code')}'], columns: ['${name('code')}', '${name('title')}', 'supplier_id', 'status'],
  })`
}

describe('ten further areas', () => {
  it('add less than 2 kB of gzip to the register, which the first page loads', async () => {
    const now = await sizeOfRegister(`export * from '/src/areas/index.ts'`)
    const then = await sizeOfRegister(`
      import { defineArea } from '#shared/kit/area.ts'
      import * as fields from '#shared/kit/fields.ts'
      import { lifecycle } from '#shared/kit/lifecycle.ts'
      export * from '/src/areas/index.ts'
      const { amount, choice, choices, country, currency, date, decimal, flag, integer, longText, moment, percent, price, reference, text } = fields
      export const others = [${Array.from({ length: 10 }, (_, index) => dummyArea(index)).join(',')}]`)
    expect(now).toBeGreaterThan(10_000)
    expect(then - now).toBeGreaterThan(500)
    expect(then - now).toBeLessThan(2048)
  }, 60_000)
})
