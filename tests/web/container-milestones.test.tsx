import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { containers } from '#areas/containers/area.ts'
import { ImportEvents } from '#areas/containers/screens/import-events.tsx'
import { WaitingMilestones } from '#areas/containers/screens/milestones.tsx'
import { Section as OnBookings } from '#areas/containers/screens/on-bookings.tsx'
import { stillOpen } from '#areas/containers/screens/presets.ts'
import { answerWith, draw, signIn } from './kit-screen'

beforeAll(() => signIn('Office'))
afterEach(cleanup)

const event = (id: string) => ({ source: 'MSC', id, container_no: 'MEDU8707688', type: 'departed', kind: 'actual' })
const read = (answer: object) => ({ body: { events: [], faults: [], count: 0, ...answer } })
const choose = async (user: ReturnType<typeof draw>['user']) => {
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(input, new File(['x'], 'milestones.xlsx'))
}

it('tells the faults of a file and sends none of it; a file without any is sent in portions', async () => {
  const files = [
    read({ events: [event('E1')], faults: [{ line: 3, text: 'Unknown type sunk' }], count: 2 }),
    read({ events: Array.from({ length: 501 }, (_, at) => event(`E${at}`)), count: 501 }),
  ]
  const all = answerWith(({ path, body }) => {
    if (path === 'containers/events/read') return files.shift()
    if (path !== 'containers/events') return undefined
    const { events } = body as { events: { source: string; id: string }[] }
    const resultOf = (id: string) => (id === 'E500' ? 'unknown_container' : 'recorded')
    return { body: { results: events.map(({ source, id }) => ({ source, id, result: resultOf(id) })) } }
  })
  const { user } = draw(<ImportEvents onClose={() => undefined} />, '/apps/warehouse')
  const dialog = within(await screen.findByRole('dialog', { name: 'Import milestones' }))
  await choose(user)
  expect((await dialog.findByRole('alert')).textContent).toBe('Row 3: Unknown type sunk')
  expect(dialog.getByRole('button', { name: 'Import 1 event' }).hasAttribute('disabled')).toBe(true)
  await choose(user)
  await user.click(await dialog.findByRole('button', { name: 'Import 501 events' }))
  expect(await dialog.findByText('500 recorded · 1 for unknown containers')).toBeTruthy()
  expect(dialog.getByText('Not in the portal: MEDU8707688')).toBeTruthy()
  expect(all.filter(({ path }) => path === 'containers/events')).toHaveLength(2)
})

it('says why a file cannot be read, and takes another one', async () => {
  const answers = [
    { status: 422, body: { message: 'The file lacks these columns: at' } },
    read({ events: [event('E1')], count: 1 }),
  ]
  answerWith(({ path }) => (path === 'containers/events/read' ? answers.shift() : undefined))
  const { user } = draw(<ImportEvents onClose={() => undefined} />, '/apps/warehouse')
  const dialog = within(await screen.findByRole('dialog', { name: 'Import milestones' }))
  await choose(user)
  expect((await dialog.findByRole('alert')).textContent).toBe('The file lacks these columns: at')
  await choose(user)
  expect(await dialog.findByRole('button', { name: 'Import 1 event' })).toBeTruthy()
  expect(dialog.queryByRole('alert')).toBeNull()
})

it('the list of containers begins with what is on its way or has to go back, not with what was cancelled', () => {
  const shown = Object.keys(containers.lifecycle?.states ?? {}).filter(
    (state) => !(stillOpen.values as string[]).includes(state),
  )
  expect(shown).toContain('empty_returned')
  expect(shown).not.toContain('closed')
  expect(shown).not.toContain('cancelled')
})

const box = (values: object) => ({
  ...{ id: 7, version: 1, container_title: 'MEDU8707688', container_no: 'MEDU8707688', type: '40HC', lines: [] },
  ...{ status: 'loaded', events: [], archived_at: null, moves: [], ...values },
})

it('a booking shows its containers in the archive, too', async () => {
  const boxes = [box({}), box({ id: 8, container_title: 'CSQU3054383', status: 'closed', archived_at: '2026-11-01' })]
  answerWith(({ path, params }) => {
    const isArchived = params.get('archived_at_nnull') === 'true'
    if (path === 'containers') return { body: boxes.filter(({ archived_at }) => isArchived === Boolean(archived_at)) }
    return { body: boxes.find(({ id }) => path === `containers/${id}`) }
  })
  draw(<OnBookings id={5} />, '/apps/shipping_management/5')
  expect(await screen.findByText('MEDU8707688')).toBeTruthy()
  expect(screen.getByText('CSQU3054383')).toBeTruthy()
})

it('a fact that moves nothing says what is missing', async () => {
  const events = [{ id: 1, type: 'arrived_port', kind: 'actual', day: '2026-11-20', source: 'MSC' }]
  draw(<WaitingMilestones status="loaded" events={events} />, '/apps/warehouse/7')
  expect(
    await screen.findByText('Reported: Arrived at port. The container moves on once this is known: Departed.'),
  ).toBeTruthy()
})
