import { parentPort } from 'node:worker_threads'
import { pdfOf } from './pdf'
import type { Printed, PrintOrder } from './press'

// The thread that makes PDFs. Its fonts stay loaded from one to the next.
parentPort?.on('message', async ({ paper, pageWords }: PrintOrder) => {
  const printed: Printed = await pdfOf(paper, pageWords).then(
    (content) => ({ content }),
    (error: unknown) => ({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  parentPort?.postMessage(printed)
})
