import { Buffer } from 'buffer'

// Casbin uses Node's global Buffer, so this module must be imported before it. Where there is one, it stays.
if (!('Buffer' in globalThis)) Object.assign(globalThis, { Buffer })
