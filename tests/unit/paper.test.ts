import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { facesOf, runsOf, widthOf } from '#server/paper/fonts.ts'
import { footOf, type Item, landscape, layOut, type Placed, portrait, type Sheet } from '#server/paper/layout.ts'
import { breakLines, leastWidth } from '#server/paper/line-breaking.ts'
import { pdfOf } from '#server/paper/pdf.ts'
import type { Paper, PaperBlock, PaperCell } from '#shared/kit/paper.ts'
import { pomSketch } from '#shared/trade/pom-sketch/sketch.ts'
import { readPdf } from '../kit/pdf'

/** Latin letters half as wide as they are high, Chinese as wide. */
const widths = (text: string) => [...text].reduce((width, sign) => width + (sign > '\u2e80' ? 1 : 0.5), 0)

describe('a line of paper', () => {
  const broken = (text: string, width: number) => breakLines(text, width, widths)

  it('is broken at spaces, and keeps none at its end', () => {
    expect(broken('one two three', 4)).toEqual(['one two', 'three'])
    expect(broken('one  two', 2)).toEqual(['one', 'two'])
  })

  it('is broken between Chinese characters, but not before a closing mark or after an opening one', () => {
    expect(broken('圆领短袖衫', 2)).toEqual(['圆领', '短袖', '衫'])
    expect(broken('圆领，短袖', 2)).toEqual(['圆', '领，', '短袖'])
    expect(broken('圆领（短袖）', 3)).toEqual(['圆领', '（短', '袖）'])
  })

  it('is broken after a hyphen between words, not within a number', () => {
    expect(broken('crew-neck', 2.5)).toEqual(['crew-', 'neck'])
    expect(broken('a 10-20', 3)).toEqual(['a', '10-20'])
  })

  it('is cut where one word is wider than the line, and loses nothing', () => {
    expect(broken('abcdefgh', 1.5)).toEqual(['abc', 'def', 'gh'])
    expect(broken('ab cdefgh', 1.5).join('')).toBe('abcdefgh')
  })

  it('keeps the line ends of its text', () => {
    expect(broken('one\n\ntwo', 9)).toEqual(['one', '', 'two'])
  })

  it('never stands wider than it may', () => {
    const text = 'Women’s cotton T-shirt 女式纯棉圆领短袖T恤（含吊牌）, pre-washed/enzyme 30°C'
    for (let width = 1; width < 30; width += 0.5)
      for (const line of broken(text, width)) expect(widths(line)).toBeLessThanOrEqual(width)
  })

  it('needs the room of its longest word', () => {
    expect(leastWidth('one three 圆领', widths)).toBe(2.5)
  })
})

describe('sheets of paper', () => {
  const long = 'A description of some length that takes several lines in a narrow column of a table'
  const table = (rows: number, sizes = 3, description = 'A shirt'): PaperBlock => ({
    kind: 'table',
    columns: [
      { title: ['No'], kind: 'text' },
      { title: ['Article', '款式'], kind: 'main' },
      ...Array.from({ length: sizes }, (_, at) => ({ title: [`S${at}`], kind: 'number' as const })),
      { title: ['Ex-factory date'], kind: 'date' },
    ],
    rows: Array.from({ length: rows }, (_, row): PaperCell[] => [
      [`row ${row}`],
      ['NF-1', description],
      ...Array.from({ length: sizes }, () => ['1,234']),
      ['5 Mar 2027'],
    ]),
  })
  const total: PaperBlock = { kind: 'total', text: 'Total 99' }
  const paper = (...blocks: PaperBlock[]): Paper => ({
    title: 'Order',
    language: 'en',
    heading: 'Order',
    reference: 'PO-1',
    owner: ['Company'],
    blocks,
  })
  const sheets = (...blocks: PaperBlock[]) => layOut(paper(...blocks), widths).sheets
  const linesOf = (sheet: Sheet): Placed[] => sheet.flatMap((item) => ('lines' in item ? item.lines : []))
  const saying = (sheet: Sheet | undefined, text: string) => linesOf(sheet ?? []).some((line) => line.text === text)
  const isCell = (item: Item): item is Extract<Item, { role: 'cell' | 'head' }> => item.role === 'cell'

  it.each([
    [1, 3],
    [30, 3],
    [60, 12],
    [60, 24],
    [200, 24],
  ])('keep everything within their margins, with %i rows of %i sizes', (rows, sizes) => {
    const notes: PaperBlock = { kind: 'notes', title: 'Notes', text: long.repeat(60) }
    const { format, sheets } = layOut(paper(table(rows, sizes, long), total, notes), widths)
    for (const sheet of sheets)
      for (const { text, x, y, height, size } of linesOf(sheet)) {
        expect(x).toBeGreaterThanOrEqual(33)
        expect(x + widths(text) * size).toBeLessThanOrEqual(format.width - 33)
        expect(y + height).toBeLessThanOrEqual(format.height - 44)
      }
  })

  it.each([['PO-1'], [`PO-1 · ${long} · 女式纯棉圆领短袖T恤`]])(
    'have the number of the page beside %s',
    (reference) => {
      const foot = footOf(reference, 'Page 1 of 12 · 第 1 页，共 12 页', portrait, widths)
      const [left, right] = foot.role === 'furniture' ? foot.lines : []
      expect(reference.startsWith(left?.text.replace(/…$/, '') ?? '-')).toBe(true)
      expect((left?.x ?? 0) + widths(left?.text ?? '') * (left?.size ?? 0)).toBeLessThan((right?.x ?? 0) - 10)
    },
  )

  it('cut no row, lose none and repeat the head of a table that goes on', () => {
    const drawn = sheets(table(60, 12, long), total)
    expect(drawn.length).toBeGreaterThan(1)
    const seen = drawn.flatMap((sheet, page) => sheet.filter(isCell).map(({ row }) => ({ row, page })))
    expect(new Set(seen.map(({ row }) => row)).size).toBe(60)
    for (const { row, page } of seen) expect(seen.find((other) => other.row === row)?.page).toBe(page)
    for (const sheet of drawn) if (sheet.some(isCell)) expect(saying(sheet, '款式')).toBe(true)
    // For those who have it read to them a table has one head.
    expect(drawn.flat().filter(({ role }) => role === 'head')).toHaveLength(15)
  })

  it('never leave a total without a row of its table, or a head without a row', () => {
    for (let rows = 1; rows < 80; rows++) {
      const drawn = sheets(table(rows), total)
      expect(drawn.find((sheet) => saying(sheet, 'Total 99'))?.some(isCell)).toBe(true)
      for (const sheet of drawn) if (saying(sheet, '款式')) expect(sheet.some(isCell)).toBe(true)
    }
  })

  it('never leave a title without what it stands over', () => {
    for (let rows = 1; rows < 60; rows++) {
      const drawn = sheets(table(rows), total, { kind: 'notes', title: 'Notes', text: 'Pack well' })
      const titled = drawn.find((sheet) => saying(sheet, 'Notes'))
      expect(saying(titled, 'Pack well')).toBe(true)
    }
  })

  describe('never have signatures alone', () => {
    const signatures: PaperBlock = { kind: 'signatures', names: ['Buyer', 'Supplier'] }
    const terms: PaperBlock = {
      kind: 'facts',
      title: 'Terms',
      facts: ['Incoterm', 'Payment', 'Deposit', 'Tolerance'].map((label) => ({ name: label, label, lines: ['FOB'] })),
    }
    const notes = (lines: number): PaperBlock => ({
      kind: 'notes',
      title: 'Notes',
      text: Array.from({ length: lines }, (_, line) => `note ${line}`).join('\n'),
    })
    const signed = (...blocks: PaperBlock[]) => {
      const drawn = sheets(...blocks, signatures)
      const last = drawn.find((sheet) => saying(sheet, 'Supplier'))
      for (const sheet of drawn)
        for (const { y, height } of linesOf(sheet)) expect(y + height).toBeLessThanOrEqual(841.89 - 44)
      return last
    }

    it('but with the last of the terms, or a title that has some below it', () => {
      for (let rows = 1; rows < 80; rows++) {
        expect(saying(signed(table(rows), total, terms), 'FOB')).toBe(true)
        const [titled] = sheets(table(rows), total, terms, signatures).filter((sheet) => saying(sheet, 'Terms'))
        expect(saying(titled, 'Incoterm')).toBe(true)
      }
    })

    it('but with the last two lines of the notes, of which none is lost', () => {
      for (let lines = 1; lines < 140; lines++) {
        const last = signed(terms, notes(lines))
        expect(saying(last, `note ${lines - 1}`)).toBe(true)
        if (lines > 1) expect(saying(last, `note ${lines - 2}`)).toBe(true)
        const drawn = sheets(terms, notes(lines), signatures)
        const noteLines = drawn.flatMap(linesOf).filter(({ text }) => text.startsWith('note '))
        expect(noteLines.map(({ text }) => text)).toEqual(Array.from({ length: lines }, (_, line) => `note ${line}`))
      }
    })

    it('but with the total and its row, or with the row itself', () => {
      for (let rows = 1; rows < 80; rows++) {
        expect(signed(table(rows), total)?.some(isCell)).toBe(true)
        expect(signed(table(rows))?.some(isCell)).toBe(true)
      }
    })
  })

  describe('have figures', () => {
    const figures = (count: number, texts: readonly string[] = [long]): PaperBlock => ({
      kind: 'figures',
      title: 'How to measure',
      figures: Array.from({ length: count }, (_, at) => ({
        title: `P-${at}`,
        names: ['Chest width'],
        texts,
        // Every third has no drawing.
        ...(at % 3 < 2 && drawing ? { drawing } : {}),
      })),
    })
    const drawing = pomSketch('CHEST')
    const figuresIn = (drawn: readonly Sheet[]) =>
      drawn.flatMap((sheet) => sheet.flatMap((item) => (item.role === 'figure' ? [item] : [])))

    it.each([1, 2, 4, 5, 21, 50])('all %i of them, within their margins, under a title that stands once', (count) => {
      const { format, sheets: drawn } = layOut({ ...paper(table(12), figures(count)), isLandscape: true }, widths)
      for (const { x, y, width, height } of figuresIn(drawn)) {
        expect(x).toBeGreaterThanOrEqual(33)
        expect(x + width).toBeLessThanOrEqual(format.width - 33)
        expect(y + height).toBeLessThanOrEqual(format.height - 44)
      }
      const texts = drawn.flatMap(linesOf).map(({ text }) => text)
      expect(texts.filter((text) => text.startsWith('P-'))).toEqual(Array.from({ length: count }, (_, at) => `P-${at}`))
      expect(figuresIn(drawn)).toHaveLength(count - Math.floor(count / 3))
      expect(texts.filter((text) => text === 'How to measure')).toHaveLength(1)
    })

    it.each([
      ['four where they say one language', [long], 4],
      ['three where they say two', [long, '从边至边平量。'], 3],
    ])('side by side, %s', (_, texts, inRow) => {
      const { sheets: drawn } = layOut({ ...paper(figures(12, texts)), isLandscape: true }, widths)
      const titles = drawn.flatMap(linesOf).filter(({ text }) => text.startsWith('P-'))
      expect(titles.filter(({ y }) => y === titles[0]?.y)).toHaveLength(inRow)
    })

    it('with the title on the sheet of the first ones', () => {
      for (let rows = 1; rows < 60; rows++) {
        const titled = sheets(table(rows), figures(2)).find((sheet) => saying(sheet, 'How to measure'))
        expect(saying(titled, 'P-0')).toBe(true)
      }
    })

    it('with words that no sheet can hold on several, and none of them lost', () => {
      const said = Array.from({ length: 300 }, (_, at) => `${at}. let the seam out`)
      const { sheets: drawn } = layOut(paper(table(12), figures(3, said)), widths)
      for (const { y, height } of drawn.flatMap(linesOf)) expect(y + height).toBeLessThanOrEqual(841.89 - 44)
      const words = drawn.flatMap(linesOf).filter(({ text }) => / seam out$/.test(text))
      expect(words.map(({ text }) => text)).toEqual([...said, ...said, ...said])
      expect(figuresIn(drawn)).toHaveLength(2)
    })

    it('with pictures in their places, of any format; one that cannot be read leaves its place empty', async () => {
      const figure = (picture: Uint8Array) => ({ title: 'P', names: ['Chest width'], texts: [], picture })
      const wide = sharp({ create: { width: 900, height: 300, channels: 4, background: '#0804' } })
      const files = [await wide.webp().toBuffer(), await wide.jpeg().toBuffer(), Buffer.from('no picture')]
      const block: PaperBlock = { kind: 'figures', title: 'How to measure', figures: files.map(figure) }
      expect(figuresIn(layOut(paper(block), widths).sheets).map(({ width, height }) => [width, height])).toEqual(
        files.map(() => [86, 86]),
      )
      const file = await pdfOf(paper(block), '{page}')
      expect(readPdf(file).tags.Figure).toBe(3)
      expect(
        file.toString('latin1').match(/\/Subtype \/Image\n\/BitsPerComponent 8\n\/Width 400\n\/Height 133/g),
      ).toHaveLength(2)
    })

    it('that are drawn, and told to those who cannot see them', async () => {
      const { tags, text } = readPdf(await pdfOf(paper(figures(6)), '{page}'))
      expect(tags.Figure).toBe(4)
      expect(text.match(/CHEST/g)).toHaveLength(4)
    })
  })

  it.each([5, 90])('have %i sums with long names within their margins, and a row of the table with them', (count) => {
    const sums = Array.from({ length: count }, (_, at) => ({ label: `${at} ${long}`, value: `USD ${at}` }))
    const block: PaperBlock = { kind: 'sums', sums: [...sums, { label: 'To pay', value: 'USD 99', isStrong: true }] }
    for (let rows = 1; rows < 60; rows++) {
      const drawn = sheets(table(rows), block)
      for (const { y, height } of drawn.flatMap(linesOf)) expect(y + height).toBeLessThanOrEqual(841.89 - 44)
      expect(drawn.flatMap(linesOf).filter(({ text }) => text.startsWith('USD '))).toHaveLength(count + 1)
      if (count < 10) expect(drawn.find((sheet) => saying(sheet, 'USD 0'))?.some(isCell)).toBe(true)
      expect(
        new Set(
          drawn
            .flat()
            .filter(isCell)
            .map(({ row }) => row),
        ).size,
      ).toBe(rows)
    }
  })

  it('part a row that no sheet can hold', () => {
    const drawn = sheets(table(1, 3, `${long} `.repeat(400)))
    const cells = drawn.flat().filter(isCell)
    expect(drawn.length).toBeGreaterThan(2)
    const words = cells.filter(({ column }) => column === 1).flatMap(({ lines }) => lines.map(({ text }) => text))
    expect(words.join(' ')).toBe(`NF-1 ${`${long} `.repeat(400).trim()}`)
  })

  it('take smaller letters for a wide table before they break a number', () => {
    const sizeOf = (columns: number) => {
      const numbers = sheets(table(1, columns))
        .flatMap(linesOf)
        .filter(({ text }) => text === '1,234')
      expect(numbers).toHaveLength(columns)
      return numbers[0]?.size ?? 0
    }
    expect(sizeOf(3)).toBe(9)
    expect(sizeOf(15)).toBeLessThan(9)
    expect(sizeOf(15)).toBeGreaterThanOrEqual(7)
  })

  it('lie where upright the letters would be too small', () => {
    expect(layOut(paper(table(2, 12)), widths).format).toBe(portrait)
    expect(layOut(paper(table(2, 24)), widths).format).toBe(landscape)
  })

  it('become a PDF whose words can be found, whatever they are written in', async () => {
    const signs = 'ŁÓDŹ Ğ Ελλάδα Кириллица 纺织品 㐂 “quoted” – €5 🄰'
    const pages = 'Page {page} of {pages}'
    const file = await pdfOf(paper({ kind: 'notes', title: 'Notes', text: `${signs}\tend\u0000\r\nnext` }), pages)
    const { text, title } = readPdf(file)
    expect(text).toContain(`${signs} end\nnext`)
    expect(text).toContain('Page 1 of 1')
    expect(title).toBe('Order')
  })

  it('count their pages', async () => {
    const file = await pdfOf(paper(table(200), total), 'Page {page} of {pages}')
    const { pages, tags } = readPdf(file)
    expect(pages.map((texts) => texts.find((text) => text.startsWith('Page ')))).toEqual(
      pages.map((_, at) => `Page ${at + 1} of ${pages.length}`),
    )
    expect(tags).toMatchObject({ Table: 1, TR: 201 })
  })

  it('take each character from the first face that has it', () => {
    const [latin] = facesOf('regular')
    const chinese = facesOf('regular').at(-1)
    expect(runsOf('T恤 30°C', 'regular').map(({ face, text }) => [face.name, text])).toEqual([
      [latin?.name, 'T'],
      [chinese?.name, '恤'],
      [latin?.name, ' 30°C'],
    ])
    expect(runsOf('1𠮷', 'regular').map(({ text }) => text)).toEqual(['1', '□'])
  })

  it('are as wide as their characters, figures all alike', () => {
    expect(widthOf('AV', 'regular')).toBeCloseTo(widthOf('A', 'regular') + widthOf('V', 'regular'))
    expect(widthOf('111', 'regular')).toBe(widthOf('888', 'regular'))
    expect(widthOf('纺织', 'regular')).toBe(2)
    expect(widthOf('A', 'strong')).toBeGreaterThan(widthOf('A', 'regular'))
  })
})
