import { readFileSync } from 'node:fs'

/** The register's source with ten further areas behind its own. */
export const grownRegister = (): string => {
  const file = 'src/areas/index.ts'
  const source = readFileSync(file, 'utf8')
  const end = '] as const satisfies readonly Area[]'
  if (source.split(end).length !== 2) throw new Error(`${file} does not end its list as expected`)
  const [first = '', rest = ''] = source.split(end)
  return `${dummyImports}\n${first}${dummyAreas()},\n${end}${rest}`
}

/** What the source of these areas needs. */
const dummyImports = `
  import { defineArea } from '#shared/kit/area.ts'
  import * as fields from '#shared/kit/fields.ts'
  import { lifecycle } from '#shared/kit/lifecycle.ts'
  const { amount, choice, choices, country, currency, date, decimal, flag, integer, longText, moment, percent, price, reference, text } = fields`

/** The source of ten areas, with commas between them. */
const dummyAreas = () => Array.from({ length: 10 }, (_, index) => dummyArea(index)).join(',')

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
