import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { factoryAllocations } from '#areas/factory-allocations/area.ts'
import { AllocateDialog } from '#web/kit/allocation/allocate-dialog.tsx'
import { AllocationsOf } from '#web/kit/allocation/allocations.tsx'
import { answerWith, draw, signInToChoose } from './kit-screen'

const area = factoryAllocations as never

beforeAll(() => signInToChoose('Office'), 240_000)
afterEach(cleanup)

const drawn = (candidates: object, count = 2) => {
  const all = answerWith(({ path }) => {
    if (path === 'factory-allocations/candidates') return { body: candidates }
    if (path === 'factories') return { body: [{ id: 4, name_en: 'Works Four' }] }
    return undefined
  })
  const { user } = draw(
    <AllocateDialog area={area} target={{ lines: [11, 12] }} count={count} onClose={() => undefined} />,
    '/',
  )
  return { all, user }
}

it('a factory is chosen among those that work for the suppliers of all lines', async () => {
  const { all, user } = drawn({ suppliers: 2, ids: [4, 9] })
  await user.click(await screen.findByRole('combobox', { name: /^Factory/ }))
  await screen.findByRole('option', { name: 'Works Four' })
  expect(all.find(({ path }) => path.endsWith('candidates'))?.params.get('lines')).toBe('11,12')
  const { params } = all.find(({ path }) => path === 'factories') ?? {}
  expect([params?.get('id_in'), params?.get('status_in')]).toEqual(['4,9', 'approved,conditional'])
})

it('where none does, that is said with the way to link one, and nothing is asked', async () => {
  drawn({ suppliers: 2, ids: [] })
  expect((await screen.findByRole('status')).textContent).toContain('works for all 2 suppliers')
  expect(screen.getByRole('link', { name: 'Open the factory library' }).getAttribute('href')).toBe(
    '/apps/factory_database?status_in=approved,conditional',
  )
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Allocate 2 lines/ }).disabled).toBe(true)
})

it('where what fits cannot be learnt, all that may be used are offered', async () => {
  const all = answerWith(({ path }) =>
    path === 'factory-allocations/candidates' ? { status: 500, body: { message: 'Broken' } } : undefined,
  )
  const { user } = draw(<AllocateDialog area={area} target={{ order: 3 }} count={1} onClose={() => undefined} />, '/')
  await user.click(await screen.findByRole('combobox', { name: /^Factory/ }))
  await waitFor(() => expect(all.some(({ path }) => path === 'factories')).toBe(true))
  expect(all.find(({ path }) => path === 'factories')?.params.get('id_in')).toBeNull()
})

it('an agent without a factory is led to the form for proposing one', async () => {
  await signInToChoose('Agent')
  drawn({ suppliers: 1, ids: [] })
  const way = await screen.findByRole('link', { name: 'Propose a new factory' })
  expect(way.getAttribute('href')).toBe('/apps/factory_database/new')
  await signInToChoose('Office')
})

it('of an order with many lines the first are shown, and the rest where they are asked for', async () => {
  const lineNamed = (number: number) => ({ id: number, line_title: `PO-1 / ${number}`, qty: 5, line_status: 'open' })
  answerWith(({ path }) => (path === 'po-lines' ? { body: [10, 20, 30, 40, 50, 60, 70].map(lineNamed) } : { body: [] }))
  const { user } = draw(<AllocationsOf area={area} order={3} count={7} />, '/')
  const rest = await screen.findByRole('button', { name: 'Show 3 more lines' })
  expect(screen.getAllByRole('listitem').length).toBe(4)
  await user.click(rest)
  expect(screen.getAllByRole('listitem').length).toBe(7)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show fewer lines' }))
})
