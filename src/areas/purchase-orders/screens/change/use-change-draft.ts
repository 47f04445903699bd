import { useState } from 'react'
import { dropsLine } from '#shared/trade/order-changes.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'
import { purchaseOrders } from '../../area'
import { linesPromisedLater, openLines } from '../../rules'
import type { OpenLine, OpenOrder } from '../open-order'
import { screenText } from '../texts'
import { faultsOf, itemsOf, startingValues } from './draft'

/** The entered values of a change, and the move to send. */
export const useChangeDraft = ({ order, move, startAt, drop }: Source) => {
  const lines = (openLines(order) as OpenLine[]).filter(({ id }) => drop === undefined || id === drop)
  const [start] = useState(() => startingValues(order, move, drop))
  const [typed, setTyped] = useState(start)
  const [opened, setOpened] = useState<ReadonlySet<number>>(() => new Set(openedAtFirst(lines, startAt, drop)))
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isResetting, setResetting] = useState(false)
  const refresh = useRefresh()
  const items = itemsOf(order, typed)
  const faults = faultsOf(order, items, refusal)
  const isAnswer = move === 'propose_change'
  // An answer without a change acknowledges the order.
  const moveToSend = isAnswer && items.length === 0 ? 'acknowledge' : move

  return {
    lines,
    typed,
    items,
    faults,
    isAnswer,
    move: moveToSend,
    isResetting,
    refusal,
    setRefusal,
    isDirty: typed !== start,
    /**
     * The line that the change drops. Undefined when other quantities were entered, which makes it an ordinary change.
     */
    dropped: lines.find((line) => line.id === drop && dropsLine(line, items)),
    /** Why nothing can be sent; null when it can. */
    obstacle: obstacleTo(order, moveToSend, items.length),
    isOpen: ({ id }: OpenLine) => opened.has(id) || [...faults.keys()].some((key) => key.startsWith(`${id}/`)),
    toggle: (id: number) =>
      setOpened((now) => new Set(now.has(id) ? [...now].filter((openId) => openId !== id) : [...now, id])),
    change: (changes: ReadonlyMap<string, string>) => {
      setRefusal(null)
      setTyped((now) => new Map([...now, ...changes]))
    },
    reset: async ({ id, version }: OpenLine) => {
      setRefusal(null)
      setTyped((now) => new Map([...now].filter(([key]) => !key.startsWith(`${id}/`))))
      if (!isAnswer || !linesPromisedLater(order).some((line) => line.id === id)) return
      // The line is taken as ordered, so its promised later date is removed.
      setResetting(true)
      try {
        await api('PATCH', `${areaOf(purchaseOrders, 'lines').name}/${id}`, {
          body: { promised_ex_factory_date: null, version },
        })
      } catch (error) {
        setRefusal(error)
      }
      await refresh()
      setResetting(false)
    },
  }
}

export type ChangeDraft = ReturnType<typeof useChangeDraft>

interface Source {
  order: OpenOrder
  move: string
  startAt: number | undefined
  drop: number | undefined
}

const openedAtFirst = (lines: readonly OpenLine[], startAt: number | undefined, drop: number | undefined) => {
  if (startAt !== undefined) return [startAt]
  return lines.length === 1 && drop === undefined ? lines.map(({ id }) => id) : []
}

const obstacleTo = (order: OpenOrder, move: string, changes: number) => {
  if (move === 'acknowledge') return order.moves?.find(({ name, allowed }) => name === move && !allowed)?.reason ?? null
  return changes === 0 ? screenText('change.nothing_yet') : null
}
