import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { specifications } from '#areas/specifications/area.ts'
import { Form } from '#areas/specifications/screens/form.tsx'
import { Show } from '#areas/specifications/screens/show.tsx'
import { answerWith, drawPage, type Seen, signInToChoose } from './kit-screen'

beforeAll(() => signInToChoose('admin'), 120_000)
afterEach(cleanup)

const poms = [
  {
    id: 1,
    code: 'CHEST',
    name_en: 'Chest width',
    name_zh: '胸宽',
    aliases: 'bust',
    status: 'active',
    tol_plus_mm: '10',
    tol_minus_mm: '10',
    grade_step_mm: '25',
    how_to_measure_en: 'Edge to edge.',
    how_to_measure_zh: '平量。',
  },
  {
    id: 2,
    code: 'SHLDR',
    name_en: 'Across shoulder',
    name_zh: '总肩宽',
    aliases: null,
    status: 'active',
    tol_plus_mm: '5',
    tol_minus_mm: '5',
    grade_step_mm: null,
    how_to_measure_en: null,
    how_to_measure_zh: null,
  },
]
const sizes = ['S', 'M', 'L'].map((label, at) => ({
  id: 31 + at,
  size_scale_id: 4,
  label,
  sort_order: at,
  ratio_default: 0,
}))
const value = (size_id: number, value_mm: string, by_hand = false) => ({
  id: size_id * 10,
  version: 1,
  size_id,
  size: { id: size_id, title: sizes.find(({ id }) => id === size_id)?.label },
  value_mm,
  by_hand,
})
const chest = {
  id: 5,
  version: 1,
  seq: 1,
  pom_id: 1,
  pom: { id: 1, title: 'Chest width', title_zh: '胸宽' },
  remark: null,
  tol_plus_mm: '10.000',
  tol_minus_mm: '10.000',
  grade_step_mm: '25.000',
  values: [value(31, '495.000'), value(32, '520.000'), value(33, '545.000')],
}
const empties = Object.fromEntries(Object.keys(specifications.fields).map((name) => [name, null]))
const spec = {
  ...empties,
  id: 9,
  version: 3,
  created_at: '2026-11-01T08:00:00Z',
  updated_at: '2026-11-01T08:00:00Z',
  archived_at: null,
  title_en: 'SP-00009 v2 Tee',
  spec_id: 'SP-00009',
  version_no: 2,
  predecessor_id: 8,
  spec_type: 'measurement',
  name_en: 'Tee',
  applies_to: 'everything',
  size_scale_id: 4,
  size_scale: { id: 4, title: 'Alpha' },
  base_size_id: 32,
  base_size: { id: 32, title: 'M' },
  unit: 'cm',
  source_tagging: false,
  measures: [chest],
  status: 'draft',
  moves: [],
}
const editable = Object.entries(specifications.fields).flatMap(([name, { options }]) =>
  'readOnly' in options && options.readOnly ? [] : [name],
)
const rowFields = [
  'seq',
  'pom_id',
  'remark',
  'tol_plus_mm',
  'tol_minus_mm',
  'grade_step_mm',
  'values',
  'values.size_id',
  'values.value_mm',
  'values.by_hand',
]
const open = { ...spec, editable: [...editable, ...rowFields.map((name) => `measures.${name}`)] }

const api =
  (record: object, more: (seen: Seen) => object | undefined = () => undefined) =>
  (seen: Seen) => {
    const given = more(seen)
    if (given) return { body: given }
    if (seen.path === 'specifications/9') return { body: seen.method === 'PATCH' ? { ...record, version: 4 } : record }
    if (seen.path === 'poms') return { body: poms }
    if (seen.path === 'sizes') return { body: sizes }
    if (seen.path === 'files') return { body: [] }
    return undefined
  }
const cell = (name: string) => screen.getByRole('gridcell', { name: new RegExp(`^${name}: `) })
const click = (name: string) => fireEvent.pointerDown(cell(name), { pointerType: 'mouse', button: 0 })
const paste = (text: string) =>
  fireEvent.paste(document.activeElement ?? document.body, { clipboardData: { getData: () => text } })
const sizesOf = (row: number) =>
  [...(screen.getAllByRole('row')[row]?.querySelectorAll('td.size') ?? [])].map((td) => td.textContent)
const openTable = async (record: object = open) => {
  const all = answerWith(api(record))
  const { user } = drawPage(specifications, Form, '9/edit')
  await screen.findByRole('grid', { name: 'Measurements' }, { timeout: 20_000 })
  await waitFor(() => expect(screen.getByRole('rowheader', { name: /Chest width/ })).toBeTruthy())
  return { user, all }
}

describe('the measurement table of a form', () => {
  it('names a point that is archived by now as its record does', async () => {
    const old = { ...chest, id: 6, seq: 2, pom_id: 77, pom: { id: 77, title: 'Old point', title_zh: '旧部位' } }
    await openTable({ ...open, measures: [chest, old] })
    expect(await screen.findByRole('rowheader', { name: /Old point/ })).toBeTruthy()
  })

  it('follows the base size by the grade, and keeps what is written by hand', async () => {
    const { user, all } = await openTable()
    expect(sizesOf(1)).toEqual(['49.5', '52', '54.5'])
    click('Chest width, M')
    await user.keyboard('53{Enter}')
    expect(sizesOf(1)).toEqual(['50.5', '53', '55.5'])
    click('Chest width, L')
    await user.keyboard('56,5{Enter}')
    expect(cell('Chest width, L').getAttribute('aria-label')).toContain('by hand')
    click('Chest width, Grade')
    await user.keyboard('2{Enter}')
    expect(sizesOf(1)).toEqual(['51', '53', '56.5'])
    await user.keyboard('{Control>}z{/Control}')
    expect(sizesOf(1)).toEqual(['50.5', '53', '56.5'])
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(all.some(({ method }) => method === 'PATCH')).toBe(true))
    expect(all.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
      version: 3,
      measures: [
        {
          id: 5,
          pom_id: 1,
          values: [
            { id: 310, size_id: 31, value_mm: '505', by_hand: false },
            { id: 320, size_id: 32, value_mm: '530', by_hand: false },
            { id: 330, size_id: 33, value_mm: '565', by_hand: true },
          ],
        },
      ],
    })
  })

  it('shows inches and writes nothing that nobody typed', async () => {
    const { user } = await openTable()
    await user.click(screen.getByRole('button', { name: 'Inches' }))
    expect(sizesOf(1)).toEqual(['19 1/2', '20 1/2', '21 1/2'])
    click('Chest width, S')
    await user.keyboard('{F2}{Enter}')
    await user.click(screen.getByRole('button', { name: 'Centimetres' }))
    expect(sizesOf(1)).toEqual(['49.5', '52', '54.5'])
    await user.click(screen.getByRole('button', { name: 'Inches' }))
    click('Chest width, M')
    await user.keyboard('20 3/8{Enter}')
    await user.click(screen.getByRole('button', { name: 'Centimetres' }))
    await user.click(screen.getByRole('button', { name: 'Inches' }))
    expect(sizesOf(1)[1]).toBe('20 3/8')
  })

  it('refuses what is no length, and says where', async () => {
    const { user } = await openTable()
    click('Chest width, M')
    await user.keyboard('wide{Enter}')
    expect(screen.getByText('Chest width, M: “wide” is not a valid number here.')).toBeTruthy()
    expect(sizesOf(1)[1]).toBe('52')
  })

  it('takes a pasted table with headings, with new points and a word on what is unknown', async () => {
    const { user } = await openTable()
    click('Chest width, M')
    paste('部位\tS\tM\tL\t公差\n胸宽\t50\t52\t54\t1\n总肩宽\t38\t39\t40\t0.5\nMystery\t1\t2\t3\t1')
    expect(sizesOf(1)).toEqual(['50', '52', '54'])
    expect(sizesOf(2)).toEqual(['38', '39', '40'])
    expect(screen.getByText(/^Not in the library: Mystery/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(screen.getAllByRole('row')).toHaveLength(2)
  })

  it('adds points of the library and takes them out again', async () => {
    const { user } = await openTable()
    await user.click(screen.getByRole('button', { name: 'Add points of measure' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /Chest width/ }).disabled).toBe(true)
    await user.click(dialog.getByRole('checkbox', { name: /Across shoulder/ }))
    await user.click(dialog.getByRole('button', { name: 'Add 1 point' }))
    expect(screen.getByRole('rowheader', { name: /Across shoulder/ })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'More for Across shoulder' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Remove/ }))
    expect(screen.queryByRole('rowheader', { name: /Across shoulder/ })).toBeNull()
  })
})

describe('the page of a version', () => {
  const first = {
    ...spec,
    id: 8,
    version_no: 1,
    predecessor_id: null,
    status: 'superseded',
    requirements_en: 'Measured before washing.',
    measures: [{ ...chest, values: [value(31, '490'), value(32, '520'), value(33, '545')] }],
  }
  const second = { ...spec, status: 'under_review', submitted_by: 7, requirements_en: 'Measured after washing.' }
  const show = async (record: object) => {
    answerWith(
      api(record, ({ path, method }) =>
        method !== 'GET'
          ? undefined
          : path === 'specifications'
            ? [second, first]
            : path === 'specifications/8'
              ? first
              : undefined,
      ),
    )
    const { user } = drawPage(specifications, Show, '9')
    await screen.findByRole('heading', { level: 1, name: /SP-00009/ })
    return user
  }

  it('shows what it changed: measures cell by cell, words one by one', async () => {
    await show(second)
    const versions = within(await screen.findByRole('region', { name: 'Versions' }))
    await versions.findByText('Changed since version 1', {}, { timeout: 5000 })
    const changed = within(await versions.findByRole('group', { name: 'Changed measures' }))
    expect((await changed.findByRole('columnheader', { name: 'S' })).textContent).toBe('S')
    expect(changed.queryByRole('columnheader', { name: 'M' })).toBeNull()
    expect([changed.getByText('49').tagName, changed.getByText('49.5').tagName]).toEqual(['DEL', 'INS'])
    expect([versions.getByText('before').tagName, versions.getByText('after').tagName]).toEqual(['DEL', 'INS'])
  })

  it('says that somebody else must approve what one has submitted', async () => {
    await show(second)
    expect(screen.getByText(/^You submitted this version/)).toBeTruthy()
    cleanup()
    await show({ ...second, submitted_by: 3 })
    expect(screen.getByText(/^Compare it with the previous version/)).toBeTruthy()
  })

  it('is read in either unit', async () => {
    const user = await show(second)
    const table = within(await screen.findByRole('group', { name: 'Measurements' }))
    await table.findByText('Chest width')
    expect(table.getByText('52')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Inches' }))
    expect(table.getByText('20 1/2')).toBeTruthy()
  })
})
