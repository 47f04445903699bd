// `npm start` and related commands: installs and builds what is missing, then runs the built server.
import { chdir } from 'node:process'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './prepare.mjs'

prepare({ build: true })
// Relative settings and `.env` belong to the project; paths given by a person belong to their working directory.
process.env.INIT_CWD ??= process.cwd()
chdir(root)
await import(pathToFileURL(`${root}/dist/server/main.js`).href)
