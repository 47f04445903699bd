import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { yarns } from '#areas/yarns/area.ts'
import { Form } from '#areas/yarns/screens/form.tsx'
import { answerWith, drawPage, signInToChoose } from './kit-screen'

beforeAll(() => signInToChoose('Office'), 240_000)
afterEach(cleanup)

const library = [
  { id: 1, code: 'CO', name_en: 'cotton', name_zh: '棉', us_name: null, aliases: '全棉', trade_names: null },
  { id: 2, code: 'PES', name_en: 'polyester', name_zh: '聚酯纤维', us_name: null, aliases: '涤纶', trade_names: null },
  { id: 3, code: 'PA', name_en: 'polyamide', name_zh: '锦纶', us_name: 'nylon', aliases: null, trade_names: null },
]
const yarn = {
  id: 5,
  version: 2,
  code: 'CTN-30/1',
  name_en: 'Combed cotton',
  count_value: '30.00',
  count_system: 'Ne',
  plies: 1,
  status: 'proposed',
  archived_at: null,
  finishes: [],
  fibres: [
    {
      id: 11,
      version: 1,
      fibre_id: 1,
      fibre: { id: 1, title: 'cotton' },
      pct: '100.00',
      recycled: false,
      organic: false,
    },
  ],
  certificates: [],
}

const openForm = () => {
  const all = answerWith(({ method, path, params }) => {
    if (path === 'yarns/5') return { body: yarn }
    if (method === 'GET' && path === 'fibres') {
      const ids = params.getAll('id').map(Number)
      return { body: ids.length > 0 ? library.filter(({ id }) => ids.includes(id)) : library }
    }
    return undefined
  })
  const { user } = drawPage(yarns, Form, '5/edit')
  return { user, request: () => all.find(({ method }) => method === 'PATCH')?.body }
}

const section = async () => within(await screen.findByRole('region', { name: 'Composition' }))
const total = async () => (await section()).getByRole('status').textContent

it('says what the fibres add up to and what is missing, and a new fibre starts with that', async () => {
  const { user } = openForm()
  const composition = await section()
  expect(await total()).toBe('Total 100%, complete')
  const share = composition.getByRole('textbox', { name: 'Share, row 1' })
  await user.clear(share)
  await user.type(share, '60.5')
  expect(await total()).toBe('Total 60.5%, 39.5% missing')
  expect(share.getAttribute('aria-describedby')).toBe(composition.getByRole('status').id)
  await user.keyboard('{Enter}')
  const second = await composition.findByRole<HTMLInputElement>('textbox', { name: 'Share, row 2' })
  expect(second.value).toBe('39.5')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Fibre, row 2'))
  await user.clear(second)
  await user.type(second, '40')
  expect(await total()).toBe('Total 100.5%, 0.5% too much')
  await user.click(composition.getByRole('button', { name: 'Remove row 2' }))
  expect(await total()).toBe('Total 60.5%, 39.5% missing')
})

it('reads a pasted text, shows what it read, and asks for names that it does not know', async () => {
  const { user, request } = openForm()
  const composition = await section()
  fireEvent.paste(composition.getByRole('textbox', { name: 'Share, row 1' }), {
    clipboardData: { getData: () => '60% cotton 30% recycled polyester 10% unobtainium' },
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Paste a composition' }))
  const matches = within(await dialog.findByRole('group', { name: 'Recognised fibres' }))
  expect(matches.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '60% cotton',
    '30% recycled polyester',
    '10% unobtainium',
  ])
  expect(matches.getByRole('status').textContent).toBe('Total 90%, 10% missing')
  await user.type(dialog.getByRole('combobox', { name: '“unobtainium” is not in the fibre library' }), 'polyam')
  await user.click(await screen.findByRole('option', { name: /polyamide/ }))
  expect(matches.getByRole('status').textContent).toBe('Total 100%, complete')
  await user.click(dialog.getByRole('button', { name: 'Use 3 fibres' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await total()).toBe('Total 100%, complete')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(request()).toEqual({
      version: 2,
      fibres: [
        { id: 11, fibre_id: 1, pct: '60', recycled: false, organic: false },
        { fibre_id: 2, pct: '30', recycled: true, organic: false },
        { fibre_id: 3, pct: '10', recycled: false, organic: false },
      ],
    }),
  )
})

it('leaves text that is no composition to the input it is pasted into', async () => {
  openForm()
  const composition = await section()
  fireEvent.paste(composition.getByRole('textbox', { name: 'Share, row 1' }), {
    clipboardData: { getData: () => '97.5' },
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('says the count in the other systems while it is typed', async () => {
  const { user } = openForm()
  const counts = within(await screen.findByRole('region', { name: 'In other systems' }))
  const text = () => counts.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(text()).toEqual(['50.8', '19.68', '196.85', '177.16'])
  const count = screen.getByRole('textbox', { name: 'Count' })
  await user.clear(count)
  expect(counts.getByText('Enter a count to see it in the other systems.')).toBeTruthy()
  await user.type(count, '20')
  expect(text()[1]).toBe('29.53')
})
