import { cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { seasons } from '#areas/seasons/area.ts'
import type { ImportRecord, ImportRow } from '#shared/kit/wire/import.ts'
import { ColumnsStep } from '#web/kit/import/columns-step.tsx'
import { ImportPage } from '#web/kit/import/import-page.tsx'
import { OutcomeRows } from '#web/kit/import/outcome-rows.tsx'
import { MessageBar } from '#web/shell/messages/message-bar.tsx'
import { type Answer, answerWith, draw, drawPage, type Seen, signIn } from './kit-screen'

beforeAll(() => signIn('admin'))
afterEach(cleanup)

const column = (heading: string, samples: string[], date_forms: object[] = []) => ({
  ...{ heading, samples, filled: samples.length, date_forms, number_forms: [], whole_forms: [] },
})
const orders = ['dmy', 'mdy'].map((form) => ({ form, fits: 1, ambiguous: true }))
const mapped = {
  ...{ id: 3, area: 'seasons', status: 'mapping', sheet: null, encoding: 'utf-8', row_count: 1 },
  columns: [column('code', ['SS27']), column('from', ['03/04/2027'], orders)],
  settings: {
    mapping: { code: { column: 0 }, delivery_from: { column: 1 } },
    ...{ date_forms: { 1: 'dmy' }, number_forms: {}, create_missing: [], options: {} },
  },
  fields: [
    { path: 'code', needed: true, key: true },
    { path: 'delivery_from', needed: true, key: false },
  ],
  ...{ suggestions: [], earlier: null, questions: {}, options: [], missing: [], counts: null, failure: null },
} as unknown as ImportRecord

describe('the columns of an import', () => {
  const step = (write: (seen: Seen) => Answer | undefined) => {
    const onChecked = vi.fn()
    const all = answerWith((seen) => (seen.method === 'GET' ? { body: [] } : write(seen)))
    const drawn = draw(
      <>
        <MessageBar />
        <ColumnsStep area={seasons} record={mapped} onAnswer={() => undefined} onChecked={onChecked} />
      </>,
      '/',
    )
    return { ...drawn, onChecked, sent: (method: string) => all.filter((seen) => seen.method === method) }
  }
  const check = () => screen.getByRole('button', { name: 'Check the file' })
  const readAs = () => screen.getByRole('combobox', { name: /^Format of / })

  it('are stored before the check, also when that failed at first', async () => {
    let tries = 0
    const { user, onChecked, sent } = step(({ method }) =>
      method === 'PATCH' && ++tries === 1 ? 'no answer' : { body: mapped },
    )
    await user.selectOptions(readAs(), 'mdy')
    await waitFor(() => expect(sent('PATCH')).toHaveLength(1))
    await user.click(check())
    await waitFor(() => expect(onChecked).toHaveBeenCalled())
    expect(sent('PATCH').map(({ body }) => body)).toMatchObject([
      { date_forms: { 1: 'mdy' } },
      { date_forms: { 1: 'mdy' } },
    ])
  })

  it('are not checked while they could not be stored', async () => {
    const { user, onChecked, sent } = step(({ method }) => (method === 'PATCH' ? 'no answer' : { body: mapped }))
    await user.selectOptions(readAs(), 'mdy')
    await user.click(check())
    await waitFor(() => expect(check()).toHaveProperty('disabled', false))
    expect([sent('POST'), onChecked.mock.calls]).toEqual([[], []])
  })

  it('are not checked without what was refused of them', async () => {
    const errors = { 'mapping.delivery_from': ['This value is not valid'] }
    const { user, onChecked, sent } = step(({ method, body }) => {
      if (method === 'POST') return { body: mapped }
      const isWhole = 'delivery_from' in (body as ImportRecord['settings']).mapping
      return isWhole ? { status: 422, body: { message: 'Please correct the fields.', errors } } : { body: mapped }
    })
    await user.selectOptions(readAs(), 'mdy')
    await screen.findByText('This value is not valid')
    await user.click(check())
    expect(await screen.findByText('Please correct the fields.')).toBeTruthy()
    expect([sent('POST'), onChecked.mock.calls]).toEqual([[], []])
  })
})

it('shows rows again where there are fewer pages after another check', async () => {
  const row = (number: number): ImportRow => ({
    ...{ number, name: `Row ${number}`, outcome: 'rejected', record_id: null, written: false },
    ...{ lines: [number + 2], line_count: 1, changes: [], remarks: [], errors: [] },
  })
  const checked = (rejected: number) =>
    ({ ...mapped, status: 'checked', counts: { new: 0, changed: 0, unchanged: 0, rejected } }) as ImportRecord
  let rejected = 60
  answerWith(({ params }) => {
    const rows = Array.from({ length: rejected }, (_, number) => row(number))
    const page = rows.slice(Number(params.get('_start')), Number(params.get('_end')))
    return { body: page, headers: { 'x-total-count': String(rejected) } }
  })
  function AfterChecks() {
    const [count, setCount] = useState(60)
    const checkAgain = () => {
      rejected = 10
      setCount(10)
    }
    return (
      <>
        <button type="button" onClick={checkAgain}>
          Again
        </button>
        <OutcomeRows area={seasons} record={checked(count)} />
      </>
    )
  }
  const { user } = draw(<AfterChecks />, '/')
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  await screen.findByText('Row 25')
  await user.click(screen.getByRole('button', { name: 'Again' }))
  expect(await screen.findByText('Row 9')).toBeTruthy()
})

it('says how far an import came that failed', async () => {
  const counts = { new: 240, changed: 10, unchanged: 3, rejected: 0, written: 100, rejected_rows: 0 }
  const failed = { ...mapped, status: 'failed', started_at: '2026-11-29T10:00:00Z', failure: 'You may not.', counts }
  answerWith(() => ({ body: failed }))
  drawPage(seasons, ImportPage, 'import', '?id=3')
  expect(await screen.findByText('You may not.')).toBeTruthy()
  expect(screen.getByText(/^100 of 250 records were imported before that\./)).toBeTruthy()
})
