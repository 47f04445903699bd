import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { ratioTemplates } from '#areas/ratio-templates/area.ts'
import { Form } from '#areas/ratio-templates/screens/form.tsx'
import { answerWith, drawPage, signInToChoose } from './kit-screen'

beforeAll(() => signInToChoose('Office'), 240_000)
afterEach(cleanup)

const template = {
  id: 9,
  version: 3,
  code: 'SIX',
  name_en: 'Six pack',
  name_zh: null,
  size_scale_id: 3,
  size_scale: { id: 3, title: 'Alpha' },
  archived_at: null,
  items: [{ id: 1, version: 1, size_id: 31, size: { id: 31, title: 'S' }, units: 2 }],
}

it('a pre-pack asks how many of each size of its scale it holds, and says what that makes', async () => {
  const all = answerWith(({ method, path }) => {
    if (path === 'ratio-templates/9') return { body: template }
    if (method === 'GET' && path === 'sizes')
      return { body: ['S', 'M', 'L'].map((label, at) => ({ id: 31 + at, label })) }
    return undefined
  })
  const { user } = drawPage(ratioTemplates, Form, '9/edit')
  const units = within(await screen.findByRole('group', { name: 'Units in a pack' }))
  expect((await units.findByRole<HTMLInputElement>('textbox', { name: 'S' })).value).toBe('2')
  await user.type(units.getByRole('textbox', { name: 'L' }), '4')
  expect(units.getByText('= 6')).toBeTruthy()
  await user.clear(units.getByRole('textbox', { name: 'S' }))
  await user.type(units.getByRole('textbox', { name: 'S' }), '1')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(all.some(({ method }) => method === 'PATCH')).toBe(true))
  expect(all.find(({ method }) => method === 'PATCH')?.body).toEqual({
    version: 3,
    items: [
      { id: 1, size_id: 31, units: 1 },
      { size_id: 33, units: 4 },
    ],
  })
})
