import { addDays } from '#shared/base/dates.ts'
import { demoArticles } from './catalogue'
import { demoSuppliers } from './parties'
import { createRandom } from './random'
import type { Craft, DemoSupplier } from './supplier'

const processes: Record<Craft, readonly string[]> = {
  jersey: ['cut_make_trim', 'knitting', 'printing', 'packing'],
  sweater: ['knitting', 'full_package'],
  woven: ['cut_make_trim', 'embroidery', 'packing'],
  denim: ['full_package', 'laundry'],
  outerwear: ['full_package'],
  active: ['cut_make_trim', 'printing'],
  intimates: ['cut_make_trim', 'packing'],
  hosiery: ['knitting', 'packing'],
  accessory: ['full_package', 'trims'],
}

/** The factories of the demo suppliers, most of them approved; one is pending, one conditional, one suspended. */
export const demoFactories = (day: string) => {
  const random = createRandom(8_301)
  return demoSuppliers.flatMap((supplier, index) => {
    const sites = supplier.type === 'trading_agent' || index % 4 === 0 ? 2 : 1
    return Array.from({ length: sites }, (_, site) => {
      const workers = random.integer(9, 80) * 10
      const crafts = sites === 2 && site === 1 ? supplier.crafts.slice(-1) : supplier.crafts
      const number = index * 2 + site
      const status = statusOf(supplier, number)
      return {
        factory_code: `${supplier.code}-F${site + 1}`,
        // Without this, the factories of suppliers with "Works" in their name would be called "Works Works".
        name_en: `${supplier.name.replace(/ Works$/, '')} ${site === 0 ? 'Works' : 'Second Works'}`,
        name_zh: supplier.legal_zh
          ? `${supplier.legal_zh.replace(/有限公司$/, '')}${site === 0 ? '工厂' : '二厂'}`
          : null,
        types: [...new Set(crafts.flatMap((craft) => processes[craft]))],
        country: supplier.country,
        city: supplier.city,
        address_en: site === 0 ? supplier.address : `Building ${random.integer(2, 9)}, ${supplier.address}`,
        business_licence_no: `BL-${supplier.code}-${1000 + number}`,
        business_licence_expiry: addDays(day, number === 6 ? -20 : random.integer(90, 1800)),
        workers_total: workers,
        workers_female: Math.round(workers * (0.45 + random.next() * 0.3)),
        workers_migrant: Math.round(workers * random.next() * 0.3),
        // This is the capacity reserved for this buyer, not the factory's whole capacity.
        capacity_per_month: workers * random.integer(18, 40),
        capacity_uom: crafts.every((craft) => craft === 'hosiery') ? 'pair' : 'piece',
        gauges: crafts.includes('sweater') ? ['3GG', '5GG', '7GG', '12GG'] : [],
        lead_time_days: random.integer(6, 14) * 5,
        moq: random.integer(2, 20) * 100,
        risk_level: random.pick(['low', 'low', 'low', 'medium', 'medium', 'high']),
        conditional_until: status === 'conditional' ? addDays(day, 60) : null,
        status,
        suppliers: [{ supplier_id: { code: supplier.code } }],
        categories: categoriesOf(crafts).map((code) => ({ product_category_id: { code } })),
        contacts: [
          {
            full_name: supplier.contact.join(' '),
            function: 'general_manager',
            email: `factory@${supplier.code.toLowerCase()}.example`,
            phone: supplier.phone,
          },
        ],
      }
    })
  })
}

const statusOf = ({ inactive }: DemoSupplier, number: number): string => {
  if (inactive) return 'exited'
  if (number === 5) return 'suspended'
  if (number % 9 === 4) return 'conditional'
  return number % 11 === 7 ? 'under_evaluation' : number % 13 === 9 ? 'proposed' : 'approved'
}

const categoriesOf = (crafts: readonly Craft[]): string[] => [
  ...new Set(demoArticles.filter(({ craft }) => crafts.includes(craft)).map(({ category }) => category)),
]
