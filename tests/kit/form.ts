import type { InjectOptions } from 'fastify'
import type { Person } from './portal'

/** A file as a browser sends it. */
export interface FormPart {
  name: string
  type?: string
  bytes: string | Buffer
}

/** A form as a browser sends it: the body and the headers that go with it. */
export const formOf = async (fields: Record<string, string>, files: readonly FormPart[] = [], field = 'files') => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name, type = '', bytes } of files) form.append(field, new File([bytes as BlobPart], name, { type }))
  const response = new Response(form)
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }
}

/** Sends a form and answers what the API said. */
export const postForm = async (
  person: Person,
  url: string,
  form: { payload: Buffer; headers: Record<string, string> },
  options: InjectOptions = {},
) => {
  const answer = await person.send({
    method: 'POST',
    url,
    payload: form.payload,
    ...options,
    headers: { ...form.headers, ...options.headers },
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** The smallest picture that is one. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
export const jpeg = Buffer.from(
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIoBw7//2Q==',
  'base64',
)
export const webp = Buffer.from('UklGRh4AAABXRUJQVlA4TBEAAAAvAAAAAAdQoIIUsP+BiOh/AAA=', 'base64')

/** A PDF with that many pages, each of another width. */
export const pdfOf = (pages: number) => {
  const kids = Array.from({ length: pages }, (_, at) => 3 + at)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids.map((id) => `${id} 0 R`).join(' ')}]/Count ${pages}>>`,
    ...kids.map((_, at) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${200 + at} 100]>>`),
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj${object}endobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R>>\n%%EOF\n`)
}
export const pdf = pdfOf(1)

let pictures = 0
/** A picture with bytes as no other one has. */
export const pictureOf = (bytes = png) => Buffer.concat([bytes, Buffer.from(String(++pictures))])
/** A picture as a browser sends it, with its small copy. */
export const picturePair = (name: string, bytes = png, thumb = pictureOf(webp)): FormPart[] => [
  { name, bytes: pictureOf(bytes) },
  { name: 'small.webp', bytes: thumb },
]

/** An archive with empty files of these names. */
export const zip = (names: readonly string[]) => {
  const heads: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const name of names) {
    const text = Buffer.from(name)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(text.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(text.length, 28)
    entry.writeUInt32LE(at, 42)
    heads.push(head, text)
    directory.push(entry, text)
    at += 30 + text.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...heads, ...directory, end])
}
export const xlsx = zip(['[Content_Types].xml', 'xl/workbook.xml'])
export const docx = zip(['[Content_Types].xml', 'word/document.xml'])
