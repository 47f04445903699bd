import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { productCategories } from '#areas/product-categories/area.ts'
import { Form } from '#areas/product-categories/screens/form.tsx'
import { answerWith, drawPage, signInToChoose } from './kit-screen'

beforeAll(() => signInToChoose('Office'), 240_000)
afterEach(cleanup)

const tees = {
  id: 9,
  version: 3,
  code: 'TEES',
  name_en: 'T-shirts',
  parent_id: 2,
  parent: { id: 2, title: 'Tops' },
  rrp_required_default: null,
  care_required: 'no',
  min_imu_pct: null,
  archived_at: null,
}
const tops = { id: 2, name_en: 'Tops', name_zh: null }

const drawn = async () => {
  const all = answerWith(({ method, path }) => {
    if (method === 'GET' && path === 'product-categories/9') return { body: tees }
    if (path === 'product-categories/2/profile')
      return {
        body: {
          values: { rrp_required_default: 'yes', care_required: 'yes', min_imu_pct: '62.00' },
          sources: { rrp_required_default: tops, care_required: tops, min_imu_pct: { ...tops, name_en: 'All goods' } },
        },
      }
    return undefined
  })
  const { user } = drawPage(productCategories, Form, '9/edit')
  const group = async (name: string) => within(await screen.findByRole('radiogroup', { name }))
  const chosen = async (name: string) =>
    (await group(name)).getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value
  const hint = (name: string) => {
    const described = screen.getByRole(name === 'Minimum IMU %' ? 'textbox' : 'radiogroup', {
      name: new RegExp(`^${name}`),
    })
    return document.getElementById(described.getAttribute('aria-describedby') ?? '')?.textContent
  }
  return { all, user, group, chosen, hint }
}

it('a requirement is needed, not needed or inherited: what would be inherited is said, and from where', async () => {
  const { chosen, hint } = await drawn()
  expect(await chosen('Retail price required')).toBe('inherit')
  expect(await chosen('Care instructions')).toBe('no')
  await waitFor(() => expect(hint('Retail price required')).toContain('Inherits “Needed” from Tops.'))
  expect(hint('Care instructions')).toBe('Otherwise “Needed” from Tops.')
  expect(hint('Artwork')).toBe('No parent category sets a value.')
  expect(hint('Minimum IMU %')).toMatch(/Inherits “62.* from All goods\.$/)
})

it('inheriting is chosen as the other two are, and is what is saved', async () => {
  const { all, user, group, chosen } = await drawn()
  await user.click((await group('Retail price required')).getByRole('radio', { name: 'Needed' }))
  await user.click((await group('Care instructions')).getByRole('radio', { name: 'Inherit' }))
  expect([await chosen('Retail price required'), await chosen('Care instructions')]).toEqual(['yes', 'inherit'])
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(all.some(({ method }) => method === 'PATCH')).toBe(true))
  expect(all.find(({ method }) => method === 'PATCH')?.body).toEqual({
    version: 3,
    rrp_required_default: 'yes',
    care_required: null,
  })
})
