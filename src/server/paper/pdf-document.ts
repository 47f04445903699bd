/** Copies a value with all its texts normalised (NFC) and without invisible characters, except line ends. */
export const printable = <T>(value: T): T => {
  if (typeof value === 'string')
    return value
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/\t/g, ' ')
      .replace(/[^\P{C}\n]/gu, '') as T
  if (value instanceof Uint8Array) return value
  if (Array.isArray(value)) return value.map(printable) as T
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, printable(part)])) as T
  return value
}

/** The bytes of a document, once it has ended. */
export const collected = (document: PDFKit.PDFDocument) =>
  new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
