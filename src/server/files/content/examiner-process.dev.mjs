// Runs the process that examines files from its TypeScript sources, in development and tests. Queues messages that arrive
// before the sources are loaded.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const early = []
const keep = (order) => early.push(order)
process.on('message', keep)
await runnerImport(fileURLToPath(new URL('./examiner-process.ts', import.meta.url)))
process.off('message', keep)
for (const order of early) process.emit('message', order)
