import { body, drawTitle, gap, margin, type Pen, placeAt } from './pen'

export const drawNotes = (pen: Pen, title: string, text: string, below: number) => {
  const lines = pen.lines(text, pen.inner, body.size)
  const isShort = lines.length <= 3
  drawTitle(pen, title, Math.min(lines.length, 3) * body.height + (isShort ? below : 0))
  let remaining = lines
  while (remaining.length > 0) {
    const isEnd = remaining.length <= lastLines || (isShort && remaining === lines)
    pen.need(isEnd ? remaining.length * body.height + below : body.height)
    const room = Math.max(1, Math.floor((pen.bottom - pen.y) / body.height))
    const isWhole = isEnd || pen.y + remaining.length * body.height + below <= pen.bottom
    const onSheet = remaining.slice(0, isWhole ? room : Math.min(room, remaining.length - lastLines))
    pen.put({ role: 'text', lines: placeAt(onSheet, margin.left, pen.y, body) })
    pen.y += onSheet.length * body.height
    remaining = remaining.slice(onSheet.length)
  }
  pen.y += gap
}

/** The least lines of notes on the last sheet. */
const lastLines = 2
