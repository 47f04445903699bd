// Runs the thread that renders PDFs from its TypeScript sources, in development and tests. Queues messages that arrive
// before the sources are loaded.
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { createRunnableDevEnvironment, resolveConfig } from 'vite'

const early = []
const keep = (order) => early.push(order)
parentPort.on('message', keep)
const config = await resolveConfig(
  {
    configFile: false,
    envDir: false,
    environments: { press: { consumer: 'server', resolve: { external: true, mainFields: [], conditions: ['node'] } } },
  },
  'serve',
)
// The environment stays open, because the barcode encoder is loaded only when the first barcode is drawn.
const environment = createRunnableDevEnvironment('press', config, { hot: false, runnerOptions: { hmr: false } })
await environment.init()
await environment.runner.import(fileURLToPath(new URL('./press-worker.ts', import.meta.url)))
parentPort.off('message', keep)
for (const order of early) parentPort.emit('message', order)
