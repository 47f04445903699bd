import { Buffer } from 'buffer'

// Casbin and its CSV reader use Node's global Buffer while they load, so this module must be imported before them.
Object.assign(globalThis, { Buffer })
