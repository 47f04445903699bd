import { parentPort } from 'node:worker_threads'
import { labelPdf, sheetsOf } from './label/pdf'
import { markSheets, markSvg, marksPdf } from './mark/sheets'
import { pdfOf } from './pdf'
import type { Printed, PrintOrder } from './press'

const make = async (job: PrintOrder): Promise<Uint8Array> => {
  switch (job.kind) {
    case 'paper':
      return pdfOf(job.paper, job.pageWords, job.embedded)
    case 'labels':
      return labelPdf(job.order)
    case 'label_sheets':
      return Buffer.from(JSON.stringify(sheetsOf(job.order)))
    case 'marks':
      return marksPdf(job.order)
    case 'mark_svg':
      return markSvg(job.order)
    case 'mark_sheets':
      return Buffer.from(JSON.stringify(await markSheets(job.order)))
  }
}

// The worker thread that renders PDFs; its fonts stay loaded between jobs.
parentPort?.on('message', async (job: PrintOrder) => {
  const printed: Printed = await make(job).then(
    (content) => ({ content }),
    (error: unknown) => ({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  parentPort?.postMessage(printed)
})
