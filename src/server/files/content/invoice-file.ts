import { readFile } from 'node:fs/promises'
import { UnreadableXml, type XmlRefusal } from '#shared/trade/einvoice/parse.ts'
import { type ReadInvoice, readEInvoice } from '#shared/trade/einvoice/read.ts'

/** The invoice of a file with the name of the PDF attachment that contained it, or why there is none. */
export type InvoiceFile =
  | (ReadInvoice & { attachment: string | null })
  | { problem: XmlRefusal | 'other_document' | 'not_embedded' }

/** Names of the XML attachment: Factur-X, ZUGFeRD 1 and 2, XRechnung, and Order-X, which is refused as an order. */
const embeddedNames = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml', 'order-x.xml', 'cii.xml', 'ubl.xml']

/** Reads the electronic invoice that a file is, or that is embedded in a PDF. */
export const readInvoiceFile = async (path: string): Promise<InvoiceFile> => {
  const bytes = await readFile(path)
  const xml = bytes.toString('latin1', 0, 5) === '%PDF-' ? await embeddedXml(bytes) : { name: null, data: bytes }
  if (!xml) return { problem: 'not_embedded' }
  try {
    const invoice = readEInvoice(xml.data)
    return invoice ? { ...invoice, attachment: xml.name } : { problem: 'other_document' }
  } catch (error) {
    if (error instanceof UnreadableXml) return { problem: error.reason }
    throw error
  }
}

const embeddedXml = async (bytes: Buffer) => {
  // Loaded only for PDFs.
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.load(bytes, { updateMetadata: false }).catch(() => null)
  const attachments = document?.getAttachments() ?? []
  for (const wanted of embeddedNames) {
    const attachment = attachments.find(({ name }) => name.toLowerCase() === wanted)
    if (attachment) return { name: attachment.name, data: attachment.data }
  }
  return null
}
