import { Buffer } from 'buffer'

// Casbin uses Node's global Buffer, so import this module before Casbin. An existing Buffer is kept.
if (!('Buffer' in globalThis)) Object.assign(globalThis, { Buffer })
