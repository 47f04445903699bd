// `npm start` and related commands: installs and builds what is missing, then runs the built server.
import { chdir } from 'node:process'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './prepare.mjs'

prepare({ build: true })
// Relative settings and `.env` are relative to the project; paths on the command line, to the caller's directory.
process.env.INIT_CWD ??= process.cwd()
chdir(root)
await import(pathToFileURL(`${root}/dist/server/main.js`).href)
