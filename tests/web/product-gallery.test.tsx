import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Page as Products } from '#areas/articles/screens/product-gallery-page.tsx'
import { answerWith, draw, signIn } from './kit-screen'

beforeAll(() => signIn('Office'))
afterEach(cleanup)

const article = {
  id: 12,
  article_no: 'ALW1012',
  name_en: 'Rib-knit beanie',
  house_brand: { id: 3, title: 'Alderwick' },
  season: { id: 4, title: 'AW26' },
}
const colours = ['Rust', 'Sage', 'Navy', 'Ecru'].map((name_en, index) => ({ id: index + 1, article_id: 12, name_en }))

const open = (at = '/products', articles: object[] = [article]) => {
  const requests = answerWith(({ path }) => {
    if (path === 'articles') return { body: articles, headers: { 'x-total-count': String(articles.length && 60) } }
    if (path === 'colourways') return { body: colours }
    if (path === 'seasons') return { body: [{ id: 4, code: 'AW26' }] }
    return { body: [] }
  })
  const lists = () => requests.filter(({ path }) => path === 'articles').map(({ params }) => params)
  return { lists, ...draw(<Products />, `/apps/product_design${at}`) }
}

describe('the product gallery', () => {
  test('shows each article with number, name, brand, season and colours, and leads to it', async () => {
    open()
    const link = await screen.findByRole('link', { name: /ALW1012/ })
    expect(link.getAttribute('href')).toBe('/apps/article_master/12')
    for (const text of ['Rib-knit beanie', 'Alderwick · AW26', 'Rust, Sage, Navy +1'])
      expect(link.textContent).toContain(text)
  })

  test('is where the address above it leads', async () => {
    const { where } = open('?season_id=4')
    await screen.findByRole('link', { name: /ALW1012/ })
    expect(where()).toBe('/apps/product_design/products?season_id=4')
  })

  test('asks for what is searched, offered in the season and turned to, and keeps it in the address', async () => {
    const { user, lists, where } = open()
    await screen.findByRole('option', { name: 'AW26' })
    await user.type(screen.getByRole('searchbox', { name: 'Search products' }), 'rib')
    await waitFor(() => expect(lists().at(-1)?.get('q')).toBe('rib'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Season' }), 'AW26')
    await waitFor(() => expect(lists().at(-1)?.get('offered_season_id')).toBe('4'))
    await user.click(await screen.findByRole('button', { name: /page 2/i }))
    await waitFor(() => expect(lists().at(-1)?.get('_start')).toBe('48'))
    expect(where()).toBe('/apps/product_design/products?q=rib&season_id=4&page=2')
  })

  test('says when there is nothing', async () => {
    open('/products', [])
    expect(await screen.findByText('No products found')).toBeTruthy()
  })
})
