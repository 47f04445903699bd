import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { degrees, PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bindBook, preparePages } from '#server/files/content/bind.ts'
import { pdfOf, png } from '../kit/form'

describe('binding a book', () => {
  let folder: string
  const at = (name: string) => join(folder, name)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'book-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const written = async (name: string, bytes: Uint8Array | string) => {
    await writeFile(at(name), bytes)
    return at(name)
  }
  const hostile = async () => {
    const paper = await PDFDocument.create()
    const page = paper.addPage([300, 200])
    page.setRotation(degrees(90))
    page.node.set(
      PDFName.of('AA'),
      paper.context.obj({ O: { S: 'JavaScript', JS: PDFHexString.fromText('app.alert(1)') } }),
    )
    const note = (action: Record<string, unknown>) =>
      paper.context.register(
        paper.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: action } as never),
      )
    page.node.set(
      PDFName.of('Annots'),
      paper.context.obj([
        note({ S: 'Launch', F: 'x' }),
        note({ S: 'URI', URI: PDFHexString.fromText('https://a.test') }),
      ]),
    )
    paper.addJavaScript('main', 'app.alert(2)')
    return paper.save()
  }

  it('counts the pages of what can be bound, and none of what cannot', async () => {
    const locked = await PDFDocument.create()
    locked.addPage()
    locked.encrypt({ userPassword: 'secret', ownerPassword: 'secret' })
    expect(await preparePages(await written('a.pdf', pdfOf(3)), 'pdf', '')).toBe(3)
    expect(await preparePages(await written('a.png', png), 'picture', at('a.jpg'))).toBe(1)
    expect(await preparePages(await written('broken.pdf', '%PDF-1.4 nothing'), 'pdf', '')).toBe(0)
    expect(await preparePages(await written('locked.pdf', await locked.save()), 'pdf', '')).toBe(0)
    expect(await preparePages(await written('broken.png', 'no picture'), 'picture', at('b.jpg'))).toBe(0)
  })

  it('keeps the pages in order with bookmarks in both scripts, and drops what would run', async () => {
    await preparePages(await written('a.png', png), 'picture', at('a.jpg'))
    const pages = await bindBook({
      files: [
        { path: await written('a.pdf', pdfOf(2)), kind: 'pdf' },
        { path: at('a.jpg'), kind: 'picture' },
        { path: await written('hostile.pdf', await hostile()), kind: 'pdf' },
      ],
      bookmarks: [
        { title: 'Dossier', level: 0, page: 0 },
        { title: 'PO-1', level: 0, page: 1 },
        { title: '女装', level: 1, page: 2 },
        { title: 'Front', level: 2, page: 3 },
        { title: 'Outside', level: 0, page: 99 },
      ],
      title: 'PO-1',
      language: 'en-GB',
      to: at('book.pdf'),
    })
    expect(pages).toBe(4)
    const bytes = await readFile(at('book.pdf'))
    const book = await PDFDocument.load(bytes)
    expect(book.getTitle()).toBe('PO-1')
    expect(book.getPages().map((page) => Math.round(page.getWidth()))).toEqual([200, 201, 595, 300])
    const outline: string[] = []
    const walk = (entry: PDFDict | undefined, level: number) => {
      for (let next = entry; next; next = next.lookupMaybe(PDFName.of('Next'), PDFDict)) {
        outline.push(`${level} ${next.lookup(PDFName.of('Title'), PDFHexString).decodeText()}`)
        walk(next.lookupMaybe(PDFName.of('First'), PDFDict), level + 1)
      }
    }
    walk(book.catalog.lookup(PDFName.of('Outlines'), PDFDict).lookup(PDFName.of('First'), PDFDict), 0)
    expect(outline).toEqual(['0 Dossier', '0 PO-1', '1 女装', '2 Front'])
    const last = book.getPage(3).node
    expect(last.get(PDFName.of('AA'))).toBeUndefined()
    const actions = (last.Annots()?.asArray() ?? []).map((_, index) =>
      last.Annots()?.lookup(index, PDFDict).lookupMaybe(PDFName.of('A'), PDFDict)?.get(PDFName.of('S'))?.toString(),
    )
    expect(actions).toEqual([undefined, '/URI'])
    expect(book.catalog.get(PDFName.of('Names'))).toBeUndefined()
  })
})
