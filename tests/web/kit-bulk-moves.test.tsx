import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { areas, register } from '#areas/index.ts'
import { purchaseOrders } from '#areas/purchase-orders/area.ts'
import { addDays, formatDate, today } from '#shared/base/dates.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { type Lifecycle, needsSingleRecord } from '#shared/kit/lifecycle.ts'
import { rolesOf } from '#shared/kit/roles.ts'
import { BulkResults } from '#web/kit/bulk/bulk-results.tsx'
import { SelectionBar } from '#web/kit/bulk/selection-bar.tsx'
import { offersOf } from '#web/kit/bulk/use-bulk-moves.ts'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { MoveDialog } from '#web/kit/moves/move-dialog.tsx'
import { moveText } from '#web/kit/moves/move-text.ts'
import { MessageBar } from '#web/shell/messages/message-bar.tsx'
import { type Answer, answerWith, draw, type Seen, signIn } from './kit-screen'

beforeAll(() => signIn('admin'))
afterEach(cleanup)

type Living = Area & { lifecycle: Lifecycle }
const living = (areas as readonly Area[]).filter((area): area is Living => area.lifecycle !== undefined)
const byHand = living.flatMap((area) =>
  Object.entries(area.lifecycle.moves)
    .filter(([, { by }]) => rolesOf(by).length > 0)
    .map(([move]) => [area.name, move] as const),
)

/** A portal that says which moves fit which of three records. */
const portalOf = (area: Area, fits: Parameters<typeof offersOf>[1]) =>
  answerWith((seen) => {
    if (seen.path === `${area.name}/bulk/moves`)
      return { body: { rows: [1, 2, 3].map((id) => ({ id, version: 1 })), isExact: true, moves: fits } }
    if (seen.path.startsWith(`${area.name}/bulk/moves/`)) {
      const { rows } = seen.body as { rows: { id: number }[] }
      return { body: { results: rows.map(({ id }) => ({ id, ok: true, status: 200 })) } }
    }
    return undefined
  })
const nothing = () => undefined
const listOf = (area: Area, ids: readonly number[], all = false) =>
  ({
    area,
    total: 3,
    filter: 'q=x',
    selection: {
      rows: new Map(ids.map((id) => [id, { id, version: 1 } as AnyRecord])),
      all,
      set: nothing,
      setAll: nothing,
      clear: nothing,
    },
  }) as unknown as AreaListState
const drawBar = (area: Area, ids: readonly number[], all = false) => {
  const { user } = draw(<SelectionBar list={listOf(area, ids, all)} />, '/')
  return { user, bar: screen.getByRole('region', { name: 'Selected records' }) }
}
type User = ReturnType<typeof drawBar>['user']
/** Opens a move wherever the bar has it: as a button, else in its menu. */
const openMove = async (user: User, bar: HTMLElement, label: RegExp) => {
  const button = within(bar).queryByRole('button', { name: label })
  if (button) return user.click(button)
  await user.click(within(bar).getByRole('button', { name: 'More actions' }))
  return user.click(await screen.findByRole('menuitem', { name: label }))
}
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

describe('every move of every area from the selection bar', () => {
  it('is among those tried', () => {
    expect(byHand.length).toBeGreaterThan(60)
  })

  // The dialog of one record is that of several: what is moved one by one, and the first move of each area, show both.
  it.each(byHand)('%s: %s', async (name, move) => {
    const area = register.get(name)
    const isFirst = byHand.find(([other]) => other === name)?.[1] === move
    const several = [1, 2, 3]
    for (const chosen of isFirst || needsSingleRecord(area.lifecycle, move) ? [[1], several] : [several]) {
      const fits = chosen.length === 1 ? [1] : [1, 2]
      portalOf(area, [{ name: move, ids: fits }])
      const { user, bar } = drawBar(area, chosen)
      const count = chosen.length === 1 ? '' : ' (2 of 3)'
      const label = new RegExp(`^${escaped(moveText(area, move) + count)}`)
      await waitFor(() => expect(bar.querySelector('[data-moves]')).toBeTruthy())
      await openMove(user, bar, label)
      if (needsSingleRecord(area.lifecycle, move)) {
        expect((await screen.findByRole('menuitem', { name: label })).textContent).toContain('Open the record')
        expect(screen.queryByRole('dialog')).toBeNull()
      } else {
        const dialog = await screen.findByRole('dialog', { name: moveText(area, move) })
        expect(within(dialog).getByRole('button', { name: moveText(area, move) })).toBeTruthy()
      }
      cleanup()
    }
  })
})

describe('the selection bar', () => {
  it('gives no two accounts one password or address', async () => {
    const users = register.get('users')
    const ofOne = ['activate', 'set_password', 'change_email']
    const offers = offersOf(
      users,
      ofOne.map((name) => ({ name, ids: [1, 2] })),
    )
    expect(offers.map(({ steps, reason }) => [steps[0]?.move, reason !== null])).toEqual(
      ofOne.map((name) => [name, true]),
    )
  })

  it('begins with the next step, before what else can be done with the records', async () => {
    portalOf(purchaseOrders, [{ name: 'approve', ids: [1, 2] }])
    const { bar } = drawBar(purchaseOrders, [1, 2])
    const step = await within(bar).findByRole('button', { name: 'Approve order' })
    const edit = within(bar).getByRole('button', { name: 'Edit fields' })
    expect(step.compareDocumentPosition(edit)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('says of how many of the records there is something to know before', async () => {
    const passed = 'The ex-factory date has passed.'
    portalOf(purchaseOrders, [{ name: 'approve', ids: [1, 3], cautions: [{ text: passed, count: 1 }] }])
    const { user, bar } = drawBar(purchaseOrders, [1, 2, 3])
    await user.click(await within(bar).findByRole('button', { name: 'Approve order (2 of 3)' }))
    const dialog = await screen.findByRole('dialog', { name: 'Approve order' })
    expect(within(dialog).getByRole('alert').textContent).toBe(`1 of 2: ${passed}`)
  })

  it('says that there are too many to have looked at each', async () => {
    portalOf(purchaseOrders, [{ name: 'approve', ids: [1, 3], cautions: null }])
    const { user, bar } = drawBar(purchaseOrders, [1, 2, 3])
    await user.click(await within(bar).findByRole('button', { name: 'Approve order (2 of 3)' }))
    const dialog = await screen.findByRole('dialog', { name: 'Approve order' })
    expect(within(dialog).getByRole('alert').textContent).toContain('Too many records')
  })

  it('adds up what two moves of one name say', () => {
    const [offer] = offersOf(purchaseOrders, [
      { name: 'accept_change', ids: [1], cautions: [{ text: 'A', count: 1 }] },
      {
        name: 'accept_request',
        ids: [2, 3],
        cautions: [
          { text: 'A', count: 2 },
          { text: 'B', count: 1 },
        ],
      },
    ])
    expect(offer?.cautions).toEqual([
      { text: 'A', count: 3 },
      { text: 'B', count: 1 },
    ])
  })

  it('asks about all that match by their filter and moves those that were judged', async () => {
    const all = portalOf(purchaseOrders, [{ name: 'approve', ids: [1, 3] }])
    const { user, bar } = drawBar(purchaseOrders, [1], true)
    await user.click(await within(bar).findByRole('button', { name: 'Approve order (2 of 3)' }))
    expect(all[0]?.body).toEqual({ filter: 'q=x', count: 3 })
    const dialog = await screen.findByRole('dialog', { name: 'Approve order' })
    await user.click(within(dialog).getByRole('button', { name: 'Approve order' }))
    await waitFor(() => expect(movesIn(all)).toHaveLength(1))
    expect(movesIn(all)[0]?.body).toMatchObject({
      rows: [
        { id: 1, version: 1 },
        { id: 3, version: 1 },
      ],
    })
  })

  const movesIn = (all: Seen[]) => all.filter(({ path }) => path.startsWith('purchase-orders/bulk/moves/'))

  it('never offers two things under one name, in any area', () => {
    for (const area of living) {
      const offers = offersOf(
        area,
        Object.keys(area.lifecycle.moves).map((name) => ({ name, ids: [1] })),
      )
      const labels = offers.map(({ label }) => label)
      expect([area.name, labels.filter((label, index) => labels.indexOf(label) !== index)]).toEqual([area.name, []])
    }
  })

  it('is never called what leaves the dialog as it was', () => {
    for (const area of living)
      for (const move of Object.keys(area.lifecycle.moves))
        expect([area.name, move, moveText(area, move)]).not.toContain('Cancel')
  })

  it('sends each of two moves of one name to the records that it fits', async () => {
    const all = portalOf(purchaseOrders, [
      { name: 'accept_change', ids: [1] },
      { name: 'accept_request', ids: [2] },
    ])
    const { user, bar } = drawBar(purchaseOrders, [1, 2, 3])
    await user.click(await within(bar).findByRole('button', { name: 'Accept the change (2 of 3)' }))
    const dialog = await screen.findByRole('dialog', { name: 'Accept the change' })
    expect(dialog.textContent).toContain('1 selected record does not allow this and stays unchanged.')
    await user.click(within(dialog).getByRole('button', { name: 'Accept the change' }))
    await waitFor(() => expect(movesIn(all)).toHaveLength(2))
    expect(movesIn(all).map(({ path, body }) => [path.split('/').at(-1), (body as { rows: object[] }).rows])).toEqual([
      ['accept_change', [{ id: 1, version: 1 }]],
      ['accept_request', [{ id: 2, version: 1 }]],
    ])
  })

  it('sends a reason that was changed after no answer came as an action of its own', async () => {
    portalOf(purchaseOrders, [{ name: 'cancel', ids: [1, 2] }])
    const { user, bar } = drawBar(purchaseOrders, [1, 2])
    await waitFor(() => expect(bar.querySelector('[data-moves]')).toBeTruthy())
    await openMove(user, bar, /^Cancel order/)
    const dialog = await screen.findByRole('dialog', { name: moveText(purchaseOrders, 'cancel') })
    const agree = within(dialog).getByRole('button', { name: moveText(purchaseOrders, 'cancel') })
    const all = answerWith(({ path }) => (path.startsWith('purchase-orders/bulk/moves/') ? 'no answer' : undefined))
    const reason = within(dialog).getAllByRole('textbox').at(-1)
    if (!reason) throw new Error('no reason is asked for')
    await user.type(reason, 'Twice')
    for (const tries of [1, 2]) {
      await user.click(agree)
      await waitFor(() => expect(movesIn(all)).toHaveLength(tries))
      await waitFor(() => expect(agree).toHaveProperty('disabled', false))
    }
    await user.type(reason, ' ordered')
    await user.click(agree)
    await waitFor(() => expect(movesIn(all)).toHaveLength(3))
    const [first, second, changed] = movesIn(all).map(({ key }) => key)
    expect(second).toBe(first)
    expect(changed).not.toBe(first)
  })

  it('keeps what takes something away out of reach, in the menu', async () => {
    portalOf(purchaseOrders, [
      { name: 'cancel', ids: [1, 2] },
      { name: 'approve', ids: [1] },
    ])
    const { user, bar } = drawBar(purchaseOrders, [1, 2])
    expect(await within(bar).findByRole('button', { name: 'Approve order (1 of 2)' })).toBeTruthy()
    expect(within(bar).queryByRole('button', { name: /^Cancel order/ })).toBeNull()
    await user.click(within(bar).getByRole('button', { name: 'More actions' }))
    expect(await screen.findByRole('menuitem', { name: moveText(purchaseOrders, 'cancel') })).toBeTruthy()
  })
})

describe('the results of a bulk change', () => {
  const results = [
    { id: 1, ok: true, status: 200, version: 2, before: { notes: null } },
    { id: 2, ok: false, status: 409, message: 'Changed meanwhile.' },
  ]
  const shown = async (answer: (seen: Seen) => Answer | undefined) => {
    answerWith(answer)
    const onClose = vi.fn()
    const change = { values: { notes: 'x' }, shift: {} }
    const { user } = draw(
      <>
        <MessageBar />
        <BulkResults area={purchaseOrders} change={change} results={results} onClose={onClose} />
      </>,
      '/',
    )
    await screen.findByText('Changed meanwhile.')
    return { user, onClose }
  }

  it('can be closed where nobody says what has become of the failed records', async () => {
    const { user, onClose } = await shown(() => 'no answer')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledWith([]))
  })

  it('stay where the undo had no answer, to be tried again', async () => {
    let isThere = false
    const { user, onClose } = await shown(({ method }) => {
      if (method === 'PATCH' && !isThere) return 'no answer'
      return method === 'PATCH'
        ? { body: { results: [{ id: 1, ok: true, status: 200 }] } }
        : { body: [{ id: 2, version: 4 }] }
    })
    const undo = () => screen.getByRole('button', { name: 'Undo the 1 that changed' })
    await user.click(undo())
    await waitFor(() => expect(undo()).toHaveProperty('disabled', false))
    expect(onClose).not.toHaveBeenCalled()
    isThere = true
    await user.click(undo())
    await waitFor(() => expect(onClose).toHaveBeenCalledWith([{ id: 2, version: 4 }]))
  })
})

describe('the date of what lies ahead', () => {
  const acknowledge = (due_date: string) =>
    draw(
      <MoveDialog
        area={register.get('sample-requests')}
        move="acknowledge"
        subject="SR-1"
        record={{ due_date }}
        onAgree={async () => undefined}
        onClose={nothing}
      />,
      '/',
    )
  const shown = async () => (await screen.findByRole<HTMLInputElement>('textbox', { name: 'You send it by' })).value

  it('starts with the planned day, and is left open where that is over, which would be refused', async () => {
    acknowledge(addDays(today(), 2))
    expect(await shown()).toBe(formatDate(addDays(today(), 2), 'en'))
    cleanup()
    acknowledge(addDays(today(), -2))
    expect(await shown()).toBe('')
  })
})

describe('the date of what has happened', () => {
  const arrive = (eta: string) =>
    draw(
      <MoveDialog
        area={register.get('bookings')}
        move="arrive"
        subject="BK-1"
        record={{ eta }}
        onAgree={async () => undefined}
        onClose={nothing}
      />,
      '/',
    )
  const shown = async () => (await screen.findByRole<HTMLInputElement>('textbox', { name: 'Arrived on' })).value

  it('starts with the planned day, with today where that is still to come', async () => {
    arrive(addDays(today(), -2))
    expect(await shown()).toBe(formatDate(addDays(today(), -2), 'en'))
    cleanup()
    arrive(addDays(today(), 20))
    expect(await shown()).toBe(formatDate(today(), 'en'))
  })
})
