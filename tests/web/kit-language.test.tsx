import type { ReactElement } from 'react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { articles } from '#areas/articles/area.ts'
import { claimRules } from '#areas/claim-rules/area.ts'
import { factories } from '#areas/factories/area.ts'
import { paymentTerms } from '#areas/payment-terms/area.ts'
import { productCategories } from '#areas/product-categories/area.ts'
import { rrpMarkets } from '#areas/rrp-markets/area.ts'
import { seasons } from '#areas/seasons/area.ts'
import { tnaTasks } from '#areas/tna-tasks/area.ts'
import { users } from '#areas/users/area.ts'
import type { Area } from '#shared/kit/area.ts'
import { titleOf } from '#web/fields/titles.ts'
import { setLanguage } from '#web/i18n.ts'
import { gridColumns } from '#web/kit/list/grid-columns.tsx'
import { defaultColumns } from '#web/kit/list/use-area-list.ts'
import { titleHeading } from '#web/kit/page/list-labels.ts'
import { signIn } from './kit-screen'

beforeAll(() => signIn('Office'))
afterAll(() => setLanguage('en'))

const works = { id: 1, version: 1, name_en: 'Golden Loom Works', name_zh: '金梭制衣厂', code: 'GLG-F1' }

/** What the link in a grid's first column says. */
const linkOf = (area: Area, columns: string[], row: Record<string, unknown>) => {
  const [first] = gridColumns(area, ...columns)
  const formattedValue = row[columns[0] ?? '']
  const link = first?.renderCell?.({ row, formattedValue, tabIndex: 0 } as never) as ReactElement<{ title: string }>
  return link.props.title
}

describe.each([
  ['en', 'Golden Loom Works', 'Australia', 'name_en'],
  ['zh', '金梭制衣厂', '澳大利亚', 'name_zh'],
] as const)('a reader of %s', (language, factory, market, name) => {
  beforeAll(() => setLanguage(language))

  it('finds a record under its name in the own language', () => {
    expect(linkOf(factories, ['name_en', 'city'], works)).toBe(factory)
    expect(linkOf(factories, ['name_en', 'city'], { ...works, name_zh: null })).toBe(works.name_en)
  })

  it('reads above the names what they are in the own language', () => {
    const heading = language === 'zh' ? '节点' : 'Milestone'
    expect(gridColumns(tnaTasks, 'name_en', 'owner')[0]?.headerName).toBe(heading)
    expect(titleHeading(tnaTasks)).toBe(heading)
  })

  it('finds both names where a list has a column for each', () => {
    expect(linkOf(factories, ['name_en', 'name_zh'], works)).toBe(works.name_en)
  })

  it('reads the name of a country for its code', () => {
    expect(titleOf(rrpMarkets, { id: 1, market: 'AU' })).toBe(market)
  })

  it('is shown one name, the own one, where a list shows one', () => {
    const others = ['name_en', 'name_zh'].filter((field) => field !== name)
    for (const area of [articles, seasons]) {
      expect(defaultColumns(area)).toContain(name)
      expect(defaultColumns(area)).not.toContain(others[0])
    }
  })

  it('reads the path of a category in the own language', () => {
    expect(defaultColumns(productCategories)[0]).toBe(language === 'zh' ? 'full_path_zh' : 'full_path')
  })
})

describe('a column of states', () => {
  beforeAll(() => setLanguage('en'))

  it('has room for the longest', () => {
    const widthOf = (area: Area) => gridColumns(area, area.title, 'status')[1]?.width ?? 0
    expect(widthOf(factories)).toBeGreaterThan(widthOf(seasons))
  })
})

describe('a column of a few known words', () => {
  it('has room for the longest, but not for a sentence', () => {
    const widthOf = (area: Area, name: string) => gridColumns(area, area.title, name)[1]?.width ?? 0
    // "Open account (O/A)" and longer.
    expect(widthOf(paymentTerms, 'method')).toBeGreaterThan(150)
    expect(widthOf(claimRules, 'basis')).toBe(200)
  })
})

describe('a column of addresses for mail', () => {
  it('has room for a whole one', () => {
    const [, email, company] = gridColumns(users, 'full_name', 'email', 'company')
    expect(email?.width).toBeGreaterThanOrEqual(220)
    expect(company?.width).toBeLessThan(220)
  })
})
