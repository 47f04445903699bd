import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' }
import type { Plugin } from 'vite'

/** Files that PDF.js fetches when a document needs them: encodings of Asian fonts, standard fonts, image decoders. */
const folders = ['cmaps', 'standard_fonts', 'wasm']
const source = 'node_modules/pdfjs-dist'
const base = `assets/pdfjs-${pdfjs.version}`

/** Vite plugin that serves the data files of PDF.js at an address with its version. */
export const pdfData = (): Plugin => ({
  name: 'portal:pdf-data',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    async handler() {
      for (const folder of folders)
        for (const name of await readdir(join(source, folder)))
          this.emitFile({
            type: 'asset',
            fileName: `${base}/${folder}/${name}`,
            source: await readFile(join(source, folder, name)),
          })
    },
  },
  configureServer: ({ middlewares }) => {
    middlewares.use(`/${base}`, async (request, response, next) => {
      const [, folder = '', name = ''] = /^\/(\w+)\/([\w.-]+)$/.exec(request.url ?? '') ?? []
      const content = folders.includes(folder) && (await readFile(join(source, folder, name)).catch(() => null))
      if (!content) return next()
      if (name.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
      response.end(content)
    })
  },
})
