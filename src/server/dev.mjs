// `npm run dev`: Vite and the API in one process. Vite updates the web app in place; a change of the server's sources
// restarts the portal.
import { createServer } from 'node:http'
import { chdir } from 'node:process'
import { prepare, root } from './prepare.mjs'

prepare()
chdir(root)
const { createServer: createVite, normalizePath } = await import('vite')

const front = createServer((request, response) => {
  if (!/^\/api(\/|$|\?)/.test(request.url ?? '')) return vite.middlewares(request, response)
  if (portal) return portal.route(request, response)
  response.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' })
  response.end(JSON.stringify({ message: 'The server is restarting.', code: 'unavailable' }))
})
const vite = await createVite({ server: { middlewareMode: true, hmr: { server: front } }, appType: 'spa' })

let portal
let changing = start()
try {
  await changing
  await new Promise((resolve, reject) => {
    front.once('error', reject)
    front.listen(portal.port, portal.host, resolve)
  })
  process.stdout.write(portal.greeting)
} catch (error) {
  process.stderr.write(`${error.stack}\n`)
  process.exit(1)
}

let timer
for (const event of ['change', 'add', 'unlink']) {
  vite.watcher.on(event, (file) => {
    const path = normalizePath(file)
    const isServerFile = vite.environments.ssr.moduleGraph.getModulesByFile(path)?.size || isGlobbed(path)
    if (!isServerFile) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      changing = changing.then(restart, restart)
    }, 150)
  })
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    front.close()
    await changing.catch(() => {})
    await portal?.stop()
    process.exit(0)
  })
}

async function start() {
  const { develop } = await vite.ssrLoadModule('/src/server/commands/develop.ts')
  portal = await develop()
}

async function restart() {
  const old = portal
  portal = undefined
  await old?.stop()
  try {
    await start()
    process.stdout.write('The server runs on the changed sources.\n')
  } catch (error) {
    vite.ssrFixStacktrace(error)
    process.stderr.write(`${error.stack}\nWaiting for the next change …\n`)
  }
}

/** Whether a file is imported by glob: such files are not in the module graph when they are added or removed. */
function isGlobbed(path) {
  return /\/src\/(areas\/[^/]+\/(area|rules|server)\.ts|server\/.*\.(ts|sql))$/.test(path)
}
