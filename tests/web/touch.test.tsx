import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { factories } from '#areas/factories/area.ts'
import { Form as FactoryForm } from '#areas/factories/screens/form.tsx'
import { qaActivities } from '#areas/qa-activities/area.ts'
import { sampleRequests } from '#areas/sample-requests/area.ts'
import { SampleMeasures } from '#areas/sample-requests/screens/sample-measures.tsx'
import { seasons } from '#areas/seasons/area.ts'
import { users } from '#areas/users/area.ts'
import { BulkEdit } from '#web/kit/bulk/bulk-edit.tsx'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { CellEditor } from '#web/kit/inline/cell-editor.tsx'
import { MoveButtons } from '#web/kit/moves/move-buttons.tsx'
import { type Answer, answerWith, draw, drawPage, signIn } from './kit-screen'

const season = {
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  archived_at: null,
  id: 5,
  version: 2,
  code: 'AW26',
  name_en: 'Autumn',
  status: 'frozen',
  editable: ['name_en'],
  moves: [{ name: 'close', allowed: true, reason: null }],
}

beforeEach(async () => {
  await signIn('admin', 390)
  const mediaOf = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('pointer: fine') ? { ...mediaOf(query), matches: false } : mediaOf(query),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('on a touch screen', () => {
  it('the question of a move can be read before the keyboard covers it', async () => {
    answerWith(() => undefined)
    const { user } = draw(<MoveButtons area={seasons} record={season} />, '/')
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Close season' }))
    const dialog = await screen.findByRole('dialog', { name: 'Close season' })
    const reason = within(dialog).getByRole('textbox', { name: 'Reason' })
    expect(document.activeElement).not.toBe(reason)
  })

  it('the answer to a move is not lost by a press beside its dialog', async () => {
    answerWith(() => undefined)
    const { user } = draw(<MoveButtons area={seasons} record={season} />, '/')
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Close season' }))
    const dialog = await screen.findByRole('dialog', { name: 'Close season' })
    const reason = within(dialog).getByRole('textbox', { name: 'Reason' })
    const asksBeforeReload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(asksBeforeReload()).toBe(false)
    await user.type(reason, 'All shipped')
    expect(asksBeforeReload()).toBe(true)
    await user.click(dialog.parentElement as HTMLElement)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(screen.queryByDisplayValue('All shipped')).toBe(reason)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('nor is what was chosen for many records', async () => {
    answerWith(() => undefined)
    const onClose = vi.fn()
    const { user } = draw(<BulkEdit area={seasons} count={3} onAgree={async () => undefined} onClose={onClose} />, '/')
    const dialog = await screen.findByRole('dialog')
    const beside = () => user.click(dialog.parentElement as HTMLElement)
    await beside()
    expect(onClose).toHaveBeenCalledTimes(1)
    await user.click(within(dialog).getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: 'Name (Chinese)' }))
    await beside()
    expect(onClose).toHaveBeenCalledTimes(1)
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('a move that lacks an answer leads to it, however long the others are', async () => {
    const activity = { ...season, moves: [{ name: 'submit_plan', allowed: true, reason: null }] }
    let refusal: Answer = { body: activity }
    const all = answerWith(({ method }) => (method === 'POST' ? refusal : undefined))
    const { user } = draw(<MoveButtons area={qaActivities} record={activity} />, '/')
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Send corrective action plan' }))
    const dialog = await screen.findByRole('dialog')
    for (const cause of within(dialog).getAllByRole('textbox').slice(0, 3)) await user.type(cause, 'Worn feed dog')
    const submit = within(dialog).getByRole('button', { name: 'Send corrective action plan' })
    await user.click(submit)
    const day = within(dialog).getAllByRole('textbox')[3] as HTMLElement
    await waitFor(() => expect(document.activeElement).toBe(day))
    expect(all.filter(({ method }) => method === 'POST')).toEqual([])
    // So does a refusal, which stands above all that was entered.
    await user.type(day, '2098-01-01')
    refusal = { status: 409, body: { message: 'Somebody was faster', code: 'illegal_move' } }
    await user.click(submit)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Somebody was faster'))
  })

  it('the editor of one field can be left without saving, by a button', async () => {
    const all = answerWith(() => ({ body: season }))
    const onClose = vi.fn()
    const cell = document.createElement('div')
    document.body.append(cell)
    const { user } = draw(
      <CellEditor
        area={seasons}
        record={season}
        name="name_en"
        anchor={cell}
        onGo={() => undefined}
        onClose={onClose}
      />,
      '/',
    )
    await user.type(await screen.findByRole('textbox'), 'x')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(all.filter(({ method }) => method !== 'GET')).toEqual([])
    expect(screen.queryByText('Enter saves, Esc cancels')).toBeNull()
  })
})

describe('the keyboard of a phone', () => {
  const measured = {
    ...{ ...season, measure_unit: 'cm', editable: ['measures.own_mm'] },
    measures: ['Chest', 'Waist', 'Length'].map((title, at) => ({
      ...{ id: at + 1, size_id: 1, pom: { id: at + 1, title }, size: { id: 1, title: 'M' } },
      ...{ spec_mm: '500', tol_plus_mm: '10', tol_minus_mm: '10', own_mm: null, actual_mm: null },
    })),
  }
  const tapFirst = async () => {
    const [first] = await screen.findAllByRole('gridcell', { name: /Supplier’s: empty/ })
    fireEvent.pointerDown(first as HTMLElement, { pointerType: 'touch' })
    fireEvent.click(first as HTMLElement)
  }

  it('stays while measurements are entered one below the other', async () => {
    answerWith(() => undefined)
    const { user } = draw(<SampleMeasures area={sampleRequests} record={measured} />, '/')
    await tapFirst()
    for (const length of ['51', '52', '53']) {
      expect(document.activeElement?.tagName).toBe('INPUT')
      await user.keyboard(`${length}{Enter}`)
    }
    // Below the last one there is nothing to write in.
    expect(document.activeElement?.tagName).toBe('TD')
    for (const length of ['51', '52', '53'])
      expect(screen.getByRole('gridcell', { name: new RegExp(`Supplier’s: ${length}`) })).toBeTruthy()
  })

  it('may be up when what is typed is saved', async () => {
    const all = answerWith(({ method }) => (method === 'PATCH' ? { body: measured } : undefined))
    const { user } = draw(<SampleMeasures area={sampleRequests} record={measured} />, '/')
    await tapFirst()
    await user.keyboard('51')
    await user.click(screen.getByRole('button', { name: 'Save measurements' }))
    await waitFor(() => expect(all.filter(({ method }) => method === 'PATCH')).toHaveLength(1))
    expect(all.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ measures: [{ own_mm: '510' }, {}, {}] })
  })

  const keysOf = async (name: RegExp) => (await screen.findByRole('textbox', { name })).getAttribute('inputmode')

  it('has an @ for addresses and digits for telephone numbers', async () => {
    answerWith(() => undefined)
    drawPage(users, AreaForm, 'new')
    expect(await Promise.all([/^E-?mail/, /^Phone/, /^First name/].map(keysOf))).toEqual(['email', 'tel', null])
  })

  it('has a minus for numbers that may be below zero', async () => {
    answerWith(() => undefined)
    drawPage(factories, FactoryForm, 'new')
    expect(await Promise.all([/^Latitude/, /^Capacity per month/].map(keysOf))).toEqual(['text', 'numeric'])
  })
})
