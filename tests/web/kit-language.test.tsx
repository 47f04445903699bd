import type { ReactElement } from 'react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { articles } from '../../src/areas/articles/area'
import { factories } from '../../src/areas/factories/area'
import { productCategories } from '../../src/areas/product-categories/area'
import { rrpMarkets } from '../../src/areas/rrp-markets/area'
import { seasons } from '../../src/areas/seasons/area'
import { tnaTasks } from '../../src/areas/tna-tasks/area'
import { users } from '../../src/areas/users/area'
import type { Area } from '../../src/shared/area'
import { titleOf } from '../../src/web/fields/titles'
import { setLanguage } from '../../src/web/i18n'
import { gridColumns } from '../../src/web/kit/grid-columns'
import { usualColumns } from '../../src/web/kit/use-area-list'
import { titleHeading } from '../../src/web/kit/words'
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
    const others = ['name_en', 'name_zh'].filter((one) => one !== name)
    for (const area of [articles, seasons]) {
      expect(usualColumns(area)).toContain(name)
      expect(usualColumns(area)).not.toContain(others[0])
    }
  })

  it('reads the path of a category in the own language', () => {
    expect(usualColumns(productCategories)[0]).toBe(language === 'zh' ? 'full_path_zh' : 'full_path')
  })
})

describe('a column of states', () => {
  beforeAll(() => setLanguage('en'))

  it('has room for the longest', () => {
    const widthOf = (area: Area) => gridColumns(area, area.title, 'status')[1]?.width ?? 0
    expect(widthOf(factories)).toBeGreaterThan(widthOf(seasons))
  })
})

describe('a column of addresses for mail', () => {
  it('has room for a whole one', () => {
    const [, email, company] = gridColumns(users, 'full_name', 'email', 'company')
    expect(email?.width).toBeGreaterThanOrEqual(220)
    expect(company?.width).toBeLessThan(220)
  })
})
