// The thread that renders PDFs, from its sources: for development and tests. Messages that arrive before it is loaded
// are queued.
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { runnerImport } from 'vite'

const early = []
const keep = (order) => early.push(order)
parentPort.on('message', keep)
await runnerImport(fileURLToPath(new URL('./press-worker.ts', import.meta.url)))
parentPort.off('message', keep)
for (const order of early) parentPort.emit('message', order)
