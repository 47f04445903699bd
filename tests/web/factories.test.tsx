import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { AuditsOfFactory } from '#areas/accreditation-allocations/screens/audits.tsx'
import { factories } from '#areas/factories/area.ts'
import { Categories } from '#areas/factories/screens/categories.tsx'
import { ChangeRequests } from '#areas/factories/screens/change-requests.tsx'
import { DuplicateSection } from '#areas/factories/screens/duplicate-section.tsx'
import { factoryPresets } from '#areas/factories/screens/presets.ts'
import { answerWith, draw, signIn } from './kit-screen'

const area = factories as never

beforeAll(async () => {
  // Loaded when first drawn, and unbundled too slow for a test to wait for.
  await Promise.all([import('#web/kit/moves/move-dialog.tsx'), import('#web/fields/reference-input.tsx')])
  await signIn('Office')
}, 240_000)
afterEach(cleanup)

const stamps = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', archived_at: null }
const proposal = {
  ...stamps,
  id: 34,
  version: 1,
  status: 'proposed',
  name_en: 'Golden Loom Garments',
  duplicate_of_id: 4,
  duplicate_of: { id: 4, title: 'Golden Loom Garment Works' },
  moves: [
    { name: 'merge', allowed: true, reason: null },
    { name: 'not_duplicate', allowed: true, reason: null },
  ],
}

it('a proposal that reads like a known factory says so, and is merged into that one without looking for it', async () => {
  const all = answerWith(({ method, path }) =>
    path === 'factories' && method === 'GET' ? { body: [{ id: 4, name_en: 'Golden Loom Garment Works' }] } : undefined,
  )
  const { user } = draw(<DuplicateSection area={area} factory={proposal} />, '/')
  const known = within(screen.getByRole('region', { name: 'Possible duplicate' }))
  expect(known.getByRole('link', { name: 'Golden Loom Garment Works' }).getAttribute('href')).toBe(
    '/apps/factory_database/4',
  )
  await user.click(known.getByRole('button', { name: 'Merge into another factory' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByDisplayValue('Golden Loom Garment Works')
  await user.click(dialog.getByRole('button', { name: 'Merge into another factory' }))
  await waitFor(() => expect(all.find(({ method }) => method === 'POST')).toBeTruthy())
  expect(all.find(({ method }) => method === 'POST')).toMatchObject({
    path: 'factories/34/moves/merge',
    body: { into_id: 4, version: 1 },
  })
})

it('a factory that was merged, or is another one, says nothing of it', () => {
  answerWith(() => undefined)
  draw(<DuplicateSection area={area} factory={{ ...proposal, status: 'rejected', moves: [] }} />, '/')
  expect(screen.queryByRole('region')).toBeNull()
})

it('categories of one name say which branch they are of', async () => {
  answerWith(({ path }) =>
    path === 'product-categories'
      ? {
          body: [
            { id: 24, name_en: 'Dresses', full_path: 'Women / Wovens / Dresses' },
            { id: 39, name_en: 'Dresses', full_path: 'Kids / Girls / Dresses' },
          ],
        }
      : undefined,
  )
  const row = (id: number, product_category_id: number) => ({
    id,
    product_category_id,
    product_category: { id: product_category_id, title: 'Dresses' },
  })
  draw(<Categories area={area} factory={{ ...stamps, id: 1, version: 1, categories: [row(1, 24), row(2, 39)] }} />, '/')
  expect((await screen.findAllByRole('term')).map((term) => term.textContent)).toEqual([
    'Women / Wovens',
    'Kids / Girls',
  ])
  expect(screen.getAllByRole('link', { name: 'Dresses' })).toHaveLength(2)
})

it('a change request shows what it would replace today, and what was there when it was made', () => {
  answerWith(() => undefined)
  const item = { id: 1, field: 'workers_total', old_value: '100', new_value: '140' }
  const wish = { outcome: 'proposed', supplier: null, proposed_at: '2026-11-01T00:00:00Z', answer: null }
  const refused = { ...wish, id: 2, outcome: 'refused', items: [{ ...item, id: 3, new_value: '70' }] }
  const changes = [{ ...wish, id: 1, items: [item, { ...item, id: 2, field: 'moq' }] }, refused]
  draw(<ChangeRequests area={area} factory={{ ...proposal, workers_total: 120, moq: 100, changes } as never} />, '/')
  expect(screen.getAllByText('→', { exact: false }).map(({ textContent }) => textContent)).toEqual([
    'Workers 120 → 140 It was 100 when this was requested',
    'MOQ 100 → 140',
    'Workers 100 → 70',
  ])
})

it('expired licences are those of factories that goods are made in', () => {
  const { filters } = factoryPresets().find(({ name }) => name === 'licence') ?? { filters: [] }
  expect(filters).toContainEqual({ field: 'status', op: '', values: ['approved', 'conditional'] })
})

it('the audits of a factory that count come first, the one that is valid longest before the others', async () => {
  const audit = (id: number, status: string, valid_to: string | null) => ({
    ...stamps,
    id,
    version: 1,
    status,
    valid_to,
  })
  // The database puts those without a date first.
  const body = [
    audit(1, 'draft', null),
    audit(2, 'failed', '2029-01-01'),
    audit(3, 'valid', '2028-01-01'),
    audit(4, 'expired', '2026-01-01'),
  ]
  answerWith(({ path }) => (path === 'factory-accreditations' ? { body } : undefined))
  draw(<AuditsOfFactory factory={1} day="2027-03-05" />, '/')
  const links = await screen.findAllByRole('listitem')
  expect(links.map((item) => within(item).getByRole('link').getAttribute('href')?.split('/').at(-1))).toEqual([
    '3',
    '4',
    '1',
    '2',
  ])
})
