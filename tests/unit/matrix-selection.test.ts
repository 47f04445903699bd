import { describe, expect, it } from 'vitest'
import {
  type CellSelection,
  choose,
  chosenCells,
  nothingChosen,
  type Place,
  placeAfter,
  stretch,
  toggleCells,
} from '#web/kit/allocation/matrix/selection.ts'

const at = (row: number, column: number): Place => ({ row, column })
const cells = (selection: CellSelection) => [...chosenCells(selection)].sort()

describe('the selection of a matrix', () => {
  it('is one cell, then the rectangle to another, in any direction', () => {
    const one = choose(nothingChosen, at(2, 2))
    expect(cells(one)).toEqual(['2 2'])
    expect(cells(stretch(one, at(1, 3)))).toEqual(['1 2', '1 3', '2 2', '2 3'])
    expect(cells(stretch(stretch(one, at(0, 0)), at(2, 1)))).toEqual(['2 1', '2 2'])
  })
  it('begins a rectangle at the cursor', () => {
    expect(cells(stretch({ ...nothingChosen, cursor: at(1, 1) }, at(1, 2)))).toEqual(['1 1', '1 2'])
  })
  it('takes further cells and lets them go again', () => {
    const two = choose(choose(nothingChosen, at(0, 0)), at(2, 2), true)
    expect(cells(two)).toEqual(['0 0', '2 2'])
    expect(cells(stretch(two, at(2, 3)))).toEqual(['0 0', '2 2', '2 3'])
    expect(cells(choose(two, at(0, 0), true))).toEqual(['2 2'])
    expect(cells(choose(two, at(1, 1)))).toEqual(['1 1'])
  })
  it('takes a whole line, and lets it go when all of it is chosen', () => {
    const line = ['0 0', '0 1']
    const chosen = toggleCells(choose(nothingChosen, at(0, 0)), line)
    expect(cells(chosen)).toEqual(line)
    expect(cells(toggleCells(chosen, line))).toEqual([])
  })
})

describe('the cursor of a matrix', () => {
  const size = { rows: 30, columns: 4 }
  it.each<[string, boolean, Place, Place | null]>([
    ['ArrowUp', false, at(0, 1), at(0, 1)],
    ['ArrowUp', true, at(9, 1), at(0, 1)],
    ['ArrowDown', false, at(0, 1), at(1, 1)],
    ['ArrowDown', true, at(0, 1), at(29, 1)],
    ['ArrowLeft', false, at(3, 0), at(3, 0)],
    ['ArrowLeft', true, at(3, 3), at(3, 0)],
    ['ArrowRight', false, at(3, 3), at(3, 3)],
    ['ArrowRight', true, at(3, 0), at(3, 3)],
    ['Home', false, at(3, 2), at(3, 0)],
    ['Home', true, at(3, 2), at(0, 0)],
    ['End', false, at(3, 2), at(3, 3)],
    ['End', true, at(3, 2), at(29, 3)],
    ['PageUp', false, at(12, 2), at(2, 2)],
    ['PageDown', false, at(25, 2), at(29, 2)],
    ['x', false, at(1, 1), null],
  ])('goes with %s (Ctrl: %s)', (key, ctrl, from, to) => {
    expect(placeAfter(from, { key, ctrl }, size)).toEqual(to)
  })
})
