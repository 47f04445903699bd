import type { Paper } from '#shared/kit/paper.ts'
import type { Item } from '../items'
import { margin, type Pen, placeAt } from './pen'

/** The head of a paper: heading and number at the left, the owner at the right. */
export const drawHead = (pen: Pen, { heading, reference, owner }: Paper) => {
  const { band, number } = pen.look
  const half = pen.inner * 0.6 - band
  const title = { ...pen.look.title, isStrong: true }
  const inset = margin.left + band
  const ground: Item = { role: 'band', x: margin.left, y: pen.y, width: pen.inner, height: 0 }
  if (band > 0) pen.put(ground)
  pen.y += band
  const titles = pen.lines(heading, half, title.size, true)
  const numbers = pen.lines(reference, half, number.size)
  const below = pen.y + titles.length * title.height
  pen.put({ role: 'heading', lines: placeAt(titles, inset, pen.y, title) })
  pen.put({ role: 'text', lines: placeAt(numbers, inset, below, number) })
  const names = owner.flatMap((name, index) =>
    pen
      .lines(name, pen.inner - half - 2 * band - 12, number.size, index === 0)
      .map((text) => ({ text, isStrong: index === 0 })),
  )
  const right = pen.right - band
  const placed = names.map(({ text, isStrong }, index) => {
    const x = right - pen.width(text, number.size, isStrong)
    return placeAt([text], x, pen.y + 2 + index * number.height, { ...number, isStrong })
  })
  if (names.length > 0) pen.put({ role: 'text', lines: placed.flat() })
  pen.y = Math.max(below + numbers.length * number.height, pen.y + 2 + names.length * number.height) + band
  ground.height = pen.y - ground.y
  pen.y += pen.look.gap
}
