import { parentPort } from 'node:worker_threads'
import { labelPdf, sheetsOf } from './label/pdf'
import { markSheets, markSvg, marksPdf } from './mark/sheets'
import { pdfOf } from './pdf'
import type { Printed, PrintOrder } from './press'

const make = async (wanted: PrintOrder): Promise<Uint8Array> => {
  switch (wanted.kind) {
    case 'paper':
      return pdfOf(wanted.paper, wanted.pageWords, wanted.embedded)
    case 'labels':
      return labelPdf(wanted.order)
    case 'label_sheets':
      return Buffer.from(JSON.stringify(sheetsOf(wanted.order)))
    case 'marks':
      return marksPdf(wanted.order)
    case 'mark_svg':
      return markSvg(wanted.order)
    case 'mark_sheets':
      return Buffer.from(JSON.stringify(await markSheets(wanted.order)))
  }
}

// The thread that makes PDFs. Its fonts stay loaded from one to the next.
parentPort?.on('message', async (wanted: PrintOrder) => {
  const printed: Printed = await make(wanted).then(
    (content) => ({ content }),
    (error: unknown) => ({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  parentPort?.postMessage(printed)
})
