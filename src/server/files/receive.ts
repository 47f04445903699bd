import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#server/kit/errors.ts'
import { textOf } from '#shared/kit/text.ts'
import type { ByteStore } from './byte-store'
import type { Examiner } from './content/examiner'
import type { FileRules, Upload } from './files'
import { endingOf, fileTypes, fitsName, plainName } from './types'

/** Writes an upload to `path` and examines it; deletes it if it is refused (400, 413, 415, 422). */
export const receive = async (
  path: string,
  examiner: Examiner,
  source: Readable & { truncated?: boolean },
  givenName: string,
  { kinds, max, endings }: FileRules,
): Promise<Upload> => {
  const name = plainName(givenName)
  const hash = createHash('sha256')
  let size = 0
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(
      source,
      async function* measured(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length
          if (size > max) throw tooLarge(name, max)
          hash.update(chunk)
          yield chunk
        }
      },
      target,
    )
    if (source.truncated) throw tooLarge(name, max)
    if (size === 0) throw new Refusal(400, 'empty_file', textOf('messages.file_empty', { name }))
    const finding = await examined(examiner, path, name, { kinds, endings })
    return { name, type: fileTypes[finding.kind].type, size, sha256: hash.digest('hex'), pages: finding.pages, path }
  } catch (error) {
    // When refused early, the file may not exist yet and would be created after its deletion.
    if (!target.closed) await new Promise<void>((resolve) => target.once('close', resolve))
    await rm(path, { force: true })
    throw error
  }
}

/** Stores a file that the portal made; a bucket gets its bytes at once. */
export const storeOwnFile = async (
  store: ByteStore,
  temporary: () => Promise<string>,
  source: AsyncIterable<Uint8Array>,
  name: string,
  type: string,
): Promise<Upload> => {
  const path = await temporary()
  const hash = createHash('sha256')
  let size = 0
  try {
    await pipeline(
      source,
      async function* measured(chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          size += chunk.length
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    )
    const upload: Upload = {
      name: plainName(name),
      type,
      size,
      sha256: hash.digest('hex'),
      pages: null,
      path,
      isMade: true,
    }
    if ((await store.places()).bytes.isFar) await store.secure(upload)
    return upload
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Examines a file. Throws 415 if the rules do not accept its type, 422 if it is not safe to open. */
const examined = async (
  examiner: Examiner,
  path: string,
  name: string,
  { kinds, endings = kinds.flatMap((kind) => fileTypes[kind].endings) }: Omit<FileRules, 'max'>,
) => {
  const wrongType = () =>
    new Refusal(415, 'file_type', textOf('messages.file_type', { name, types: endings.join(', ') }))
  const ending = endingOf(name)
  if (!endings.includes(ending)) throw wrongType()
  const finding = await examiner.examine(path, ending).catch((cause: unknown) => {
    const refusal = new Refusal(422, 'file_refused', textOf('files.refused.unreadable', { name }))
    refusal.cause = cause
    throw refusal
  })
  if (finding && 'problem' in finding) {
    const { key, params } = finding.problem
    throw new Refusal(422, 'file_refused', textOf(key, { ...params, name }))
  }
  if (!finding || !kinds.includes(finding.kind) || !fitsName(finding.kind, name, endings)) throw wrongType()
  return finding
}

const tooLarge = (name: string, max: number) =>
  new Refusal(413, 'too_large', textOf('messages.file_too_large', { name, max: Math.floor(max / 1024 / 1024) }))
