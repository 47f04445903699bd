/** Zero-based row and column of a cell. */
export interface Place {
  row: number
  column: number
}

/**
 * The selection of a cell grid: the rectangle from `anchor` to `cursor`, if there is an anchor, and the cells of
 * `kept`. `cursor` is the cell that keys act on.
 */
export interface CellSelection {
  cursor: Place
  anchor: Place | null
  kept: ReadonlySet<string>
}

export const nothingChosen: CellSelection = { cursor: { row: 0, column: 0 }, anchor: null, kept: new Set() }

/** Clears the selection; the cursor stays. */
export const chooseNothing = ({ cursor }: CellSelection): CellSelection => ({ ...nothingChosen, cursor })

export const keyOf = ({ row, column }: Place) => `${row} ${column}`
export const placeOf = (key: string): Place => {
  const [row = 0, column = 0] = key.split(' ').map(Number)
  return { row, column }
}

/** The keys of the selected cells. */
export const chosenCells = ({ cursor, anchor, kept }: CellSelection): ReadonlySet<string> =>
  anchor ? new Set([...kept, ...rectangle(anchor, cursor)]) : kept

/** The keys of all cells between two corners. */
export const rectangle = (a: Place, b: Place): string[] => {
  const [top, bottom] = [Math.min(a.row, b.row), Math.max(a.row, b.row)]
  const [left, right] = [Math.min(a.column, b.column), Math.max(a.column, b.column)]
  const keys: string[] = []
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) keys.push(keyOf({ row, column }))
  return keys
}

/** Selects one cell; with `adds` keeps the selection and toggles the cell. */
export const choose = (selection: CellSelection, place: Place, adds = false): CellSelection => {
  if (!adds) return { cursor: place, anchor: place, kept: new Set() }
  const chosen = chosenCells(selection)
  const key = keyOf(place)
  return chosen.has(key)
    ? { cursor: place, anchor: null, kept: new Set([...chosen].filter((other) => other !== key)) }
    : { cursor: place, anchor: place, kept: chosen }
}

/** Extends the rectangle to a cell. */
export const stretch = (selection: CellSelection, place: Place): CellSelection => ({
  ...selection,
  anchor: selection.anchor ?? selection.cursor,
  cursor: place,
})

/** Selects the cells, or deselects them if all of them are selected. */
export const toggleCells = (selection: CellSelection, keys: readonly string[]): CellSelection => {
  const chosen = chosenCells(selection)
  const isChosen = keys.every((key) => chosen.has(key))
  return {
    ...selection,
    anchor: null,
    kept: isChosen ? new Set([...chosen].filter((key) => !keys.includes(key))) : new Set([...chosen, ...keys]),
  }
}

/** The cell that a navigation key moves to in a grid of the given size; null for other keys. */
export const placeAfter = (
  { row, column }: Place,
  { key, ctrl = false }: { key: string; ctrl?: boolean },
  size: { rows: number; columns: number },
): Place | null => {
  const last = { row: size.rows - 1, column: size.columns - 1 }
  switch (key) {
    case 'ArrowUp':
      return { row: ctrl ? 0 : Math.max(row - 1, 0), column }
    case 'ArrowDown':
      return { row: ctrl ? last.row : Math.min(row + 1, last.row), column }
    case 'ArrowLeft':
      return { row, column: ctrl ? 0 : Math.max(column - 1, 0) }
    case 'ArrowRight':
      return { row, column: ctrl ? last.column : Math.min(column + 1, last.column) }
    case 'Home':
      return ctrl ? { row: 0, column: 0 } : { row, column: 0 }
    case 'End':
      return ctrl ? last : { row, column: last.column }
    case 'PageUp':
      return { row: Math.max(row - 10, 0), column }
    case 'PageDown':
      return { row: Math.min(row + 10, last.row), column }
    default:
      return null
  }
}
