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
  /** Puts the keyboard's focus into a cell. */
  focus: (place: Place) => void
  /** Opens a cell: by Enter, and by a click where `opensOnClick`. */
  open: (place: Place) => void
  /** A click opens a cell, and dragging or a click with Shift or Ctrl chooses; otherwise every click chooses. */
  opensOnClick?: boolean
  /** Whether Ctrl+A chooses everything; not where only a part of the rows is known. */
  choosesAll?: boolean
}

/**
 * Keys and pointer of a grid with a cell cursor: arrow keys move it, with Shift they stretch the selection, Space chooses a
 * cell, Enter opens it; the pointer chooses by clicking and dragging. `handlersOf` stays the same function, so that a row
 * needs no drawing only because the selection is another. `onKeyDown` says of which cell a key is: the focus may follow
 * later than the next key.
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
  const now = { ...cursor, chosen }
  const latest = useRef(now)
  latest.current = now
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
  return { chosen, handlersOf, onKeyDown: (event: KeyboardEvent, place: Place) => onKeyDown(now, event, place) }
}

/** The handlers of a cell. */
export type HandlersOf = ReturnType<typeof useCellCursor>['handlersOf']

type Now = CellCursor & { chosen: ReadonlySet<string> }

const onKeyDown = (now: Now, event: KeyboardEvent, place: Place) => {
  const { size, selection, chosen, onSelect, focus, open, choosesAll = true } = now
  const next = placeAfter(place, { key: event.key, ctrl: event.ctrlKey || event.metaKey }, size)
  if (next) {
    event.preventDefault()
    // Moving the cursor alone ends the stretching, and keeps what is chosen.
    onSelect(event.shiftKey ? stretch(selection, next) : { cursor: next, anchor: null, kept: chosen })
    focus(next)
  } else if (event.key === ' ') {
    event.preventDefault()
    onSelect(choose({ cursor: place, anchor: null, kept: chosen }, place, true))
  } else if (event.key === 'Enter') open(place)
  else if (event.key === 'Escape' && chosen.size > 0) onSelect({ ...nothingChosen, cursor: place })
  else if (choosesAll && event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    onSelect({ cursor: place, anchor: null, kept: new Set(allOf(size)) })
  }
}

const onPress = ({ selection, onSelect, opensOnClick = false }: Now, event: MouseEvent, place: Place) => {
  const adds = event.ctrlKey || event.metaKey
  if (event.shiftKey) onSelect(stretch(selection, place))
  else if (opensOnClick && !adds) onSelect({ ...nothingChosen, cursor: place })
  else onSelect(choose(selection, place, adds))
}

const allOf = ({ rows, columns }: { rows: number; columns: number }): string[] =>
  Array.from({ length: rows * columns }, (_, index) =>
    keyOf({ row: Math.floor(index / columns), column: index % columns }),
  )
