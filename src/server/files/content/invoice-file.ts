import { readFile } from 'node:fs/promises'
import { UnreadableXml, type XmlRefusal } from '#shared/trade/einvoice/parse.ts'
import { type ReadInvoice, readEInvoice } from '#shared/trade/einvoice/read.ts'

/** The invoice of a file, and the name of the attachment that it was in; or why there is none. */
export type InvoiceFile =
  | (ReadInvoice & { attachment: string | null })
  | { problem: XmlRefusal | 'other_document' | 'not_embedded' }

/** Names of the XML in a PDF: Factur-X, both ZUGFeRD, XRechnung; Order-X, whose orders are refused as such. */
const embeddedNames = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml', 'order-x.xml', 'cii.xml', 'ubl.xml']

/** Reads the electronic invoice that a file is, or that is embedded in a PDF. */
export const readInvoiceFile = async (path: string): Promise<InvoiceFile> => {
  const bytes = await readFile(path)
  const found = bytes.toString('latin1', 0, 5) === '%PDF-' ? await embeddedXml(bytes) : { name: null, data: bytes }
  if (!found) return { problem: 'not_embedded' }
  try {
    const read = readEInvoice(found.data)
    return read ? { ...read, attachment: found.name } : { problem: 'other_document' }
  } catch (error) {
    if (error instanceof UnreadableXml) return { problem: error.reason }
    throw error
  }
}

const embeddedXml = async (bytes: Buffer) => {
  // Loaded for PDFs alone.
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.load(bytes, { updateMetadata: false }).catch(() => null)
  const attachments = document?.getAttachments() ?? []
  for (const wanted of embeddedNames) {
    const found = attachments.find(({ name }) => name.toLowerCase() === wanted)
    if (found) return { name: found.name, data: found.data }
  }
  return null
}
