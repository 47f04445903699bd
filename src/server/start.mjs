// `npm start` and the commands beside it: installs and builds what is missing, then runs the built server.
import { chdir } from 'node:process'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './prepare.mjs'

prepare({ build: true })
// Relative settings and `.env` belong to the project; files that a person names belong to where the person stands.
process.env.INIT_CWD ??= process.cwd()
chdir(root)
await import(pathToFileURL(`${root}/dist/server/main.js`).href)
