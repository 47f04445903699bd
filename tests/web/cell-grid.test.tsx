import { ThemeProvider } from '@mui/material/styles'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTexts } from '#web/i18n.ts'
import { CellGrid } from '#web/kit/allocation/matrix/cell-grid.tsx'
import { nothingChosen } from '#web/kit/allocation/matrix/selection.ts'
import { themeOf } from '#web/theme.ts'

beforeAll(startTexts)
// The page of the tests has no layout, and the grid draws the lines that its height has room for.
beforeEach(() => {
  for (const side of ['clientHeight', 'offsetHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(560)
  for (const side of ['clientWidth', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(1200)
  drawn.length = 0
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

interface Line {
  id: number
  text: string
}

const theme = themeOf()
const rowHeight = 56
const columns = ['one', 'two', 'three'].map((key) => ({ key, head: key }))
/** The lines that were drawn since it was last emptied. */
const drawn: number[] = []
const drawnSince = () => [...new Set(drawn.splice(0))].sort((a, b) => a - b)

const lineAt = (line: Line | undefined) => {
  if (line) drawn.push(line.id)
  return line?.text
}
const cellAt = (line: Line | undefined, column: number) =>
  line ? { label: `${line.id}, ${columns[column]?.key}`, state: 'missing', content: `${line.text} ${column}` } : null

function Grid({ lines }: { lines: readonly Line[] }) {
  const [selection, setSelection] = useState(nothingChosen)
  return (
    <ThemeProvider theme={theme}>
      <CellGrid
        label="Lines"
        help=""
        lineLabel="Line"
        columns={columns}
        columnWidth={100}
        rowHeight={rowHeight}
        rows={lines.length}
        shown="all"
        rowAt={(row) => lines[row]}
        lineAt={lineAt}
        cellAt={cellAt}
        selection={selection}
        onSelect={setSelection}
        onOpen={() => {}}
      />
    </ThemeProvider>
  )
}

const lines: Line[] = Array.from({ length: 500 }, (_, id) => ({ id, text: `line ${id}` }))
const cell = (line: number, column = 'one') => screen.getByRole('gridcell', { name: `${line}, ${column}` })
const chosen = () => screen.getAllByRole('gridcell', { selected: true }).map((node) => node.getAttribute('aria-label'))
const scrollTo = (row: number) => {
  const scroller = screen.getByRole('grid').parentElement as HTMLElement
  scroller.scrollTop = row * rowHeight
  fireEvent.scroll(scroller)
}

it('draws the lines that come into sight, and no other, while it is scrolled', () => {
  render(<Grid lines={lines} />)
  expect(drawnSince()).toContain(0)
  scrollTo(20)
  const before = drawnSince()
  const last = before.at(-1) as number
  expect(last).toBeGreaterThan(29)
  scrollTo(21)
  // The first drawn line takes the place in which Tab leads into the grid, as the cursor's was scrolled away.
  const first = Number(screen.getAllByRole('gridcell')[0]?.getAttribute('aria-label')?.split(',')[0])
  expect(drawnSince()).toEqual([first, last + 1])
  expect(screen.queryByRole('gridcell', { name: '0, one' })).toBeNull()
  expect(screen.getAllByRole('gridcell').filter((node) => node.tabIndex === 0)).toEqual([cell(first)])
})

it('draws the lines that the rectangle gains and loses', () => {
  render(<Grid lines={lines} />)
  drawnSince()
  fireEvent.mouseDown(cell(2))
  expect(drawnSince()).toEqual([0, 2])
  fireEvent.mouseEnter(cell(4, 'two'))
  expect(drawnSince()).toEqual([2, 3, 4])
  expect(chosen()).toEqual(['2, one', '2, two', '3, one', '3, two', '4, one', '4, two'])
  fireEvent.pointerUp(window)
  fireEvent.mouseEnter(cell(6))
  expect(chosen()).toHaveLength(6)
  fireEvent.keyDown(cell(4, 'two'), { key: 'ArrowUp', shiftKey: true })
  expect(drawnSince()).toEqual([3, 4])
  expect(chosen()).toEqual(['2, one', '2, two', '3, one', '3, two'])
  expect(document.activeElement).toBe(cell(3, 'two'))
  fireEvent.keyDown(cell(3, 'two'), { key: 'Escape' })
  expect(screen.queryAllByRole('gridcell', { selected: true })).toEqual([])
  expect(drawnSince()).toEqual([2, 3])
})

it('draws a line again whose content is another', () => {
  const { rerender } = render(<Grid lines={lines} />)
  drawnSince()
  rerender(<Grid lines={lines.map((line) => (line.id === 3 ? { ...line, text: 'changed' } : line))} />)
  expect(drawnSince()).toEqual([3])
  expect(cell(3).textContent).toBe('changed 0')
})
