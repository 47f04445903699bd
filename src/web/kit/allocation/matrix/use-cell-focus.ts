import { type RefObject, useEffect, useRef } from 'react'
import { focusSoon } from '#web/hooks/focus-soon.ts'
import { keyOf, type Place } from './selection'

/**
 * Moves the focus to cells of a virtualized grid. `focusCell` scrolls the cell's row into view; a cell that is not
 * rendered yet gets the focus when it is. Until then `pendingCell` holds its place, and the grid itself has the focus,
 * so that no key is lost.
 */
export const useCellFocus = (scroller: RefObject<HTMLElement | null>, scrollToRow: (row: number) => void) => {
  const pendingCell = useRef<Place | null>(null)
  const focusCell = (place: Place) => {
    pendingCell.current = place
    scrollToRow(place.row)
  }
  useEffect(() => {
    const { current: grid } = scroller
    if (!pendingCell.current || !grid) return
    const isElsewhere = document.activeElement !== document.body && !grid.contains(document.activeElement)
    const cell = grid.querySelector<HTMLElement>(`[data-place="${keyOf(pendingCell.current)}"]`)
    if (!isElsewhere) (cell ?? grid).focus({ preventScroll: true })
    if (cell || isElsewhere) pendingCell.current = null
  })
  return { focusCell, pendingCell }
}

/**
 * Returns the focus to the grid when its selection is cleared, as the selection bar disappears with the focus in it.
 */
export const useFocusAfterClearing = (scroller: RefObject<HTMLElement | null>, chosenCount: number) => {
  const hadChosen = useRef(false)
  useEffect(() => {
    if (hadChosen.current && chosenCount === 0)
      focusSoon(() => scroller.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]'), 0)
    hadChosen.current = chosenCount > 0
  }, [chosenCount, scroller])
}
