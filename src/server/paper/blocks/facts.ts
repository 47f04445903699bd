import type { PaperFact } from '#shared/kit/paper.ts'
import { body, drawTitle, margin, type Pen, placeAt, small } from './pen'

export const drawFacts = (pen: Pen, title: string | undefined, facts: readonly PaperFact[], below: number) => {
  const { columns } = pen.look
  const space = 17
  const width = (pen.inner - space * (columns - 1)) / columns
  const rows = Array.from({ length: Math.ceil(facts.length / columns) }, (_, row) =>
    facts.slice(row * columns, (row + 1) * columns).map(({ label, lines: [value = '', ...details] }) => ({
      label: pen.lines(label, width, small.size),
      value: pen.lines(value, width, body.size),
      details: details.flatMap((detail) => pen.lines(detail, width, small.size)),
    })),
  )
  const heights = rows.map((row) =>
    Math.max(
      ...row.map(
        ({ label, value, details }) => (label.length + details.length) * small.height + value.length * body.height,
      ),
    ),
  )
  const last = rows.length - 1
  if (title && rows.length > 0) drawTitle(pen, title, (heights[0] ?? 0) + (last === 0 ? below : 0))
  for (const [index, row] of rows.entries()) {
    const height = heights[index] ?? 0
    pen.need(height + (index === last ? below : 0))
    for (const [column, { label, value, details }] of row.entries()) {
      const x = margin.left + column * (width + space)
      const valueY = pen.y + label.length * small.height
      pen.put({
        role: 'text',
        lines: [
          ...placeAt(label, x, pen.y, { ...small, isGrey: true }),
          ...placeAt(value, x, valueY, body),
          ...placeAt(details, x, valueY + value.length * body.height, { ...small, isGrey: true }),
        ],
      })
    }
    pen.y += height + 4
  }
  pen.y += pen.look.gap - 4
}
