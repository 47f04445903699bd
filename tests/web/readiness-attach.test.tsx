import { cleanup, renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type ChosenCell, ReadinessSelectionBar } from '#areas/po-lines/screens/readiness/selection-bar.tsx'
import { readinessKinds } from '#shared/trade/readiness.ts'
import { useMessage } from '#web/shell/messages/messages.ts'
import { type Answer, answerWith, draw, type Seen, signIn } from './kit-screen'

beforeAll(() => signIn('Agent'), 240_000)
afterEach(cleanup)

const columns = readinessKinds.map((kind) => ({ kind, area: 'po-lines', policy: 'warn' as const }))
const cellOf = (id: number, missing: string[], line_status = 'open'): ChosenCell => ({
  row: { line: { id, line_status, line_title: `PO-1 / ${id}` }, cells: {} },
  kind: 'attachments',
  cell: { state: 'missing', turns: ['supplier'], since: null, due: null, missing, reminded: null },
})
const cells = [cellOf(10, ['photo', 'test_report']), cellOf(20, ['test_report']), cellOf(30, [], 'closed')]

const drawn = (answer: () => Answer, chosen = cells) => {
  const all = answerWith(({ path }) => (path === 'po-lines/attach' ? answer() : undefined))
  const onClear = vi.fn()
  const bar = <ReadinessSelectionBar cells={chosen} count={chosen.length} columns={columns} onClear={onClear} />
  const sent = () => all.filter(({ path }) => path === 'po-lines/attach')
  return { ...draw(bar, '/'), sent, onClear }
}
const formOf = ({ body }: Seen) => Object.fromEntries((body as FormData).entries())
const pdf = (name = 'report.pdf') => new File(['%PDF-1.4'], name, { type: 'application/pdf' })

const openDialog = async (user: ReturnType<typeof draw>['user'], count = 3) => {
  await user.click(screen.getByRole('button', { name: `Attachments · ${count}` }))
  await user.click(screen.getByRole('menuitem', { name: 'Attach file' }))
  return screen.findByRole('dialog', { name: 'Attach file' })
}
const inputIn = (dialog: HTMLElement) => dialog.querySelector('input[aria-label="File"]') as HTMLInputElement

it('gives a file to all open lines, as the document that most of them lack, and says to how many', async () => {
  const { user, sent, onClear } = drawn(() => ({ status: 201, body: { lines: [10, 20] } }))
  const dialog = await openDialog(user)
  const document = within(dialog).getByRole('combobox', { name: 'Document' })
  expect((document as HTMLSelectElement).value).toBe('test_report')
  const [first, second, third] = within(document)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect([first, second]).toEqual(['Test report: missing on 2 lines', 'Photo: missing on 1 line'])
  expect(third).not.toContain('missing')
  const send = within(dialog).getByRole('button', { name: 'Attach to 2 lines' })
  expect(send).toHaveProperty('disabled', true)
  await user.upload(inputIn(dialog), pdf())
  await user.click(send)
  await waitFor(() => expect(onClear).toHaveBeenCalled())
  expect(sent()).toHaveLength(1)
  const { file, ...fields } = formOf(sent()[0] as Seen)
  expect(fields).toEqual({ lines: '10,20', kind: 'test_report' })
  expect((file as File).name).toBe('report.pdf')
  expect(renderHook(() => useMessage()).result.current?.text).toBe('Test report attached to 2 lines.')
})

it('sends the same request again with its key, and another one with another', async () => {
  const answers: Answer[] = [
    'no answer',
    'no answer',
    { status: 404, body: { message: 'Not found', code: 'not_found' } },
  ]
  const { user, sent, onClear } = drawn(() => answers.shift() as Answer)
  const dialog = await openDialog(user)
  await user.upload(inputIn(dialog), pdf())
  const send = async (times: number) => {
    await user.click(await within(dialog).findByRole('button', { name: 'Attach to 2 lines' }))
    await waitFor(() => expect(sent()).toHaveLength(times))
    await within(dialog).findByRole('button', { name: 'Attach to 2 lines' })
  }
  await send(1)
  await send(2)
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Document' }), 'photo')
  await send(3)
  const [first, again, other] = sent().map(({ key }) => key)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
  expect(await within(dialog).findByText('Not found')).toBeTruthy()
  expect(onClear).not.toHaveBeenCalled()
})

it('says what is wrong with a file before it is sent, and where too many lines are chosen', async () => {
  const { user, sent } = drawn(() => 'no answer')
  const dialog = await openDialog(user)
  await user.upload(inputIn(dialog), new File([], 'empty.pdf'))
  expect(within(dialog).getByRole('alert').textContent).toBe('The file is empty.')
  expect(within(dialog).getByRole('button', { name: 'Attach to 2 lines' })).toHaveProperty('disabled', true)
  expect(sent()).toEqual([])
  cleanup()
  const many = Array.from({ length: 201 }, (_, at) => cellOf(at + 1, []))
  const next = drawn(() => 'no answer', many)
  await next.user.click(screen.getByRole('button', { name: 'Attachments · 201' }))
  expect(screen.queryByRole('menuitem', { name: 'Attach file' })).toBeNull()
  expect(screen.getByText('Select fewer cells: at most 200 can be changed at once')).toBeTruthy()
})
