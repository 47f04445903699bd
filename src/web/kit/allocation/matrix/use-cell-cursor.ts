import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import {
  type CellSelection,
  choose,
  chosenCells,
  keyOf,
  nothingChosen,
  type Place,
  placeAfter,
  stretch,
} from './selection'

interface CellCursor {
  size: { rows: number; columns: number }
  selection: CellSelection
  onSelect: (selection: CellSelection) => void
  /** Focuses a cell. */
  focus: (place: Place) => void
  /** Opens a cell: on Enter, and on a click with `opensOnClick`, else on a double click. */
  open: (place: Place) => void
  /** A click opens a cell, while dragging and clicks with Shift or Ctrl select; by default every click selects. */
  opensOnClick?: boolean
  /** Whether Ctrl+A selects all cells; false for grids that have loaded only some of their rows. */
  choosesAll?: boolean
}

/**
 * Handlers of keys and pointer for a grid with a cell cursor: arrow keys move it, with Shift they extend the selection,
 * Space selects a cell, Enter opens it; the pointer selects by clicking and dragging. `handlersOf` is a stable
 * function, so that rows need no render when the selection changes. `onKeyDown` takes the cell as an argument, as the
 * focus may follow the cursor later than the next key.
 */
export const useCellCursor = (cursor: CellCursor) => {
  const pressed = useRef<Place | null>(null)
  useEffect(() => {
    const stop = () => {
      pressed.current = null
    }
    window.addEventListener('pointerup', stop)
    return () => window.removeEventListener('pointerup', stop)
  }, [])
  const { selection } = cursor
  const chosen = useMemo(() => chosenCells(selection), [selection])
  const current = { ...cursor, chosen }
  const latest = useRef(current)
  latest.current = current
  const [handlersOf] = useState(() => (place: Place) => ({
    onMouseDown: (event: MouseEvent) => {
      if (event.button !== 0 || (event.target as HTMLElement).closest('a')) return
      event.preventDefault()
      latest.current.focus(place)
      pressed.current = place
      onPress(latest.current, event, place)
    },
    onMouseEnter: () => {
      const { selection, onSelect } = latest.current
      if (pressed.current) onSelect(stretch(selection, place))
    },
    onClick: (event: MouseEvent) => {
      const { opensOnClick, chosen, open } = latest.current
      if (opensOnClick && chosen.size === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey) open(place)
    },
    onDoubleClick: () => {
      const { opensOnClick, open } = latest.current
      if (!opensOnClick) open(place)
    },
  }))
  return { chosen, handlersOf, onKeyDown: (event: KeyboardEvent, place: Place) => onKeyDown(current, event, place) }
}

/** The handlers of a cell. */
export type HandlersOf = ReturnType<typeof useCellCursor>['handlersOf']

type Current = CellCursor & { chosen: ReadonlySet<string> }

const onKeyDown = (current: Current, event: KeyboardEvent, place: Place) => {
  const { size, selection, chosen, onSelect, focus, open, choosesAll = true } = current
  const next = placeAfter(place, { key: event.key, ctrl: event.ctrlKey || event.metaKey }, size)
  if (next) {
    event.preventDefault()
    // Without Shift the cursor leaves the rectangle, whose cells stay selected.
    onSelect(event.shiftKey ? stretch(selection, next) : { cursor: next, anchor: null, kept: chosen })
    focus(next)
  } else if (event.key === ' ') {
    event.preventDefault()
    onSelect(choose({ cursor: place, anchor: null, kept: chosen }, place, true))
  } else if (event.key === 'Enter') open(place)
  else if (event.key === 'Escape' && chosen.size > 0) onSelect({ ...nothingChosen, cursor: place })
  else if (choosesAll && event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    onSelect({ cursor: place, anchor: null, kept: new Set(allKeys(size)) })
  }
}

const onPress = ({ selection, onSelect, opensOnClick = false }: Current, event: MouseEvent, place: Place) => {
  const adds = event.ctrlKey || event.metaKey
  if (event.shiftKey) onSelect(stretch(selection, place))
  else if (opensOnClick && !adds) onSelect({ ...nothingChosen, cursor: place })
  else onSelect(choose(selection, place, adds))
}

const allKeys = ({ rows, columns }: { rows: number; columns: number }): string[] =>
  Array.from({ length: rows * columns }, (_, index) =>
    keyOf({ row: Math.floor(index / columns), column: index % columns }),
  )
