import { createHmac, timingSafeEqual } from 'node:crypto'
import { notFound, Refusal } from '#server/kit/errors.ts'
import { textOf } from '#shared/kit/text.ts'
import type { ByteStore } from './byte-store'
import type { FileOptions, Files, SignedFile } from './files'

/** Creates and checks signed addresses: an HMAC over file, expiry and reader. */
export const signedAddresses = (
  { db, secret, now = Date.now }: FileOptions,
  store: ByteStore,
): Pick<Files, 'address' | 'signed'> => {
  // A separate key, so that signatures of files cannot be used elsewhere.
  const signingKey = createHmac('sha256', secret).update('file addresses').digest()
  const sign = (id: number, expires: number, reader: number | null) =>
    createHmac('sha256', signingKey)
      .update(reader === null ? `${id}.${expires}` : `${id}.${expires}.${reader}`)
      .digest('base64url')
  const hour = 3600
  return {
    address: (id, seconds, reader) => {
      const expires = Math.ceil((now() / 1000 + seconds) / hour) * hour
      const signature = sign(id, expires, reader ?? null)
      return `/api/files/${id}?expires=${expires}${reader === undefined ? '' : `&reader=${reader}`}&signature=${signature}`
    },
    signed: async (id, { expires, signature, reader }) => {
      const until = typeof expires === 'string' && /^\d{1,12}$/.test(expires) ? Number(expires) : 0
      const readerId = typeof reader === 'string' && /^[1-9]\d{0,14}$/.test(reader) ? Number(reader) : null
      if (reader !== undefined && readerId === null) throw notFound()
      if (typeof signature !== 'string' || !sameText(signature, sign(id, until, readerId))) throw notFound()
      if (until * 1000 <= now()) throw new Refusal(403, 'expired', textOf('messages.file_address_expired'))
      // A picture of a file is as visible as that file.
      const [row] = await db.query<Omit<SignedFile, 'reader' | 'read'> & { key: string }>(
        `select f.id, f.name, f.type, f.size, f.sha256, f.created_at, f.area, f.record_id, f.slot, f.key,
           source.visibility, source.supplier_id, source.scan
         from files f join files source on source.id = coalesce(f.source_id, f.id) where f.id = $1`,
        [id],
        'file_by_id',
      )
      if (!row) throw notFound()
      const { key, ...file } = row
      const { bytes } = await store.places()
      return { ...file, reader: readerId, read: (range) => bytes.read(key, range) }
    },
  }
}

const sameText = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
