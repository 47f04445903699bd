import { inflateSync } from 'node:zlib'

/** What a PDF says, as a reader's search would find it. */
export interface ReadPdf {
  /** The pieces of text of each page, in their order. */
  pages: string[][]
  text: string
  title: string
  language: string
  /** How often each kind of structure stands in it: `TH`, `TD`, `H1`. */
  tags: Record<string, number>
}

/** Reads our own PDFs: follows each font's table from letters to characters, so that what cannot be copied is not found. */
export const readPdf = (file: Buffer): ReadPdf => {
  const objects = objectsOf(file)
  const pages = [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\n/.test(head))
    .map(({ head }) => {
      const fonts = fontsOf(objects, objectAt(objects, head, 'Resources').head)
      return textsOf(objectAt(objects, head, 'Contents').body, fonts)
    })
  const tags: Record<string, number> = {}
  for (const { head } of objects.values()) {
    const tag = /\/S \/(\w+)\n/.exec(head)?.[1]
    if (tag) tags[tag] = (tags[tag] ?? 0) + 1
  }
  const catalog = [...objects.values()].find(({ head }) => head.includes('/Type /Catalog'))?.head ?? ''
  const info = [...objects.values()].find(({ head }) => head.includes('/Producer'))?.head ?? ''
  return {
    pages,
    text: pages.map((texts) => texts.join('\n')).join('\n'),
    title: stringOf(objectAt(objects, info, 'Title').head),
    language: /\/Lang \((.*?)\)/.exec(catalog)?.[1] ?? '',
    tags,
  }
}

interface PdfObject {
  head: string
  body: string
}
type Objects = Map<number, PdfObject>

const objectsOf = (file: Buffer): Objects => {
  const objects: Objects = new Map()
  const raw = file.toString('latin1')
  for (const [, id, inside = ''] of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const at = inside.indexOf('\nstream\n')
    const head = at < 0 ? `${inside}\n` : `${inside.slice(0, at)}\n`
    const stream = at < 0 ? '' : inside.slice(at + 8, inside.lastIndexOf('\nendstream'))
    const body = head.includes('/FlateDecode') ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : stream
    objects.set(Number(id), { head, body })
  }
  return objects
}

const objectAt = (objects: Objects, head: string, name: string): PdfObject => {
  const id = new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1]
  const object = objects.get(Number(id))
  if (!object) throw new Error(`no ${name} in ${head.slice(0, 200)}`)
  return object
}

const fontsOf = (objects: Objects, resources: string) =>
  new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => {
      const map = objectAt(objects, objects.get(Number(id))?.head ?? '', 'ToUnicode').body
      const letters = new Map<number, string>()
      for (const [, first = '', , list = ''] of map.matchAll(/<(\w+)> <(\w+)> \[(.*?)\]/g))
        for (const [at, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries())
          letters.set(Number.parseInt(first, 16) + at, utf16(hex.replaceAll(' ', '')))
      return [name, letters] as const
    }),
  )

/** A text is drawn in runs: one after the other on a baseline, in another font each. */
const textsOf = (content: string, fonts: ReturnType<typeof fontsOf>) =>
  content.split(/\nEMC\n/).flatMap((marked) => {
    const texts: { baseline: string; font: string; text: string }[] = []
    for (const [, baseline = '', font = '', shown = ''] of marked.matchAll(textObject)) {
      const letters = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      const text = letters.map((letter) => fonts.get(font)?.get(Number.parseInt(letter, 16)) ?? '\ufffd').join('')
      const last = texts.at(-1)
      if (last?.baseline === baseline && last.font !== font) Object.assign(last, { font, text: last.text + text })
      else texts.push({ baseline, font, text })
    }
    return texts.map(({ text }) => text)
  })
const textObject = /1 0 0 1 [\d.]+ ([\d.]+) Tm\n\/(F\d+) [\d.]+ Tf\n[\s\S]*?\[(.*?)\] TJ/g

const stringOf = (text: string) => {
  const bytes = Buffer.from(
    text.replace(/^\(|\)\s*$/g, '').replace(/\\([()\\nrtbf])/g, (_, sign) => escapes[sign] ?? sign),
    'latin1',
  )
  return bytes[0] === 0xfe ? utf16(bytes.subarray(2).toString('hex')) : bytes.toString('latin1')
}

/** Halves of Chinese characters may be any of these. */
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

const utf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
