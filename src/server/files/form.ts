import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import { keyedWrite } from '#server/kit/write/keyed-write.ts'
import { type Answer, findAnswer, keyOf, payloadOf } from '#server/plugins/idempotency.ts'
import { textOf } from '#shared/kit/text.ts'
import { UnsecuredBytes } from './byte-store'
import type { FileRules, Files, Upload } from './files'

export interface FormRules extends FileRules {
  /** The form field of the files, which may occur several times. */
  field: string
  /** The most files. */
  count: number
  /**
   * Called with the fields before the first file, so that a refused upload need not be sent. Returns the rules of these
   * files.
   */
  admit?: (fields: Readonly<Record<string, string>>) => Promise<FileRules>
}

/** A received form. */
export interface Form {
  fields: Record<string, string>
  uploads: Upload[]
  /** Whether the file of a finished upload has been added. */
  isJoined?: boolean
}

/** Routes that accept `multipart/form-data` (RFC 7578); no other route does. */
export const formRoutes = (app: FastifyInstance, routes: (scope: FastifyInstance) => void) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, upload: true }
    })
    await scope.register(multipart)
    routes(scope)
  })
}

/**
 * Reads a form, stores its files temporarily and calls `use`. Deletes the files that `use` did not keep, or all of them
 * if it fails or the client aborts.
 */
export const withForm = async <T>(
  request: FastifyRequest,
  files: Files,
  rules: FormRules,
  use: (form: Form) => Promise<T>,
): Promise<T> => {
  if (!request.isMultipart()) throw new Refusal(415, 'unsupported_media_type', textOf('messages.not_a_form'))
  // Checked before the body is read, so that a refused upload need not be sent.
  await files.admit(request.me, Number(request.headers['content-length'] ?? 0))
  const form: Form = { fields: Object.create(null), uploads: [] }
  try {
    await readForm(request, files, rules, form)
  } catch (error) {
    // Drain the remaining body, because a full connection would block client and server for a minute.
    request.raw.unpipe()
    request.raw.resume()
    await files.discard(form.uploads)
    throw refusalOf(error, rules)
  }
  try {
    const result = await use(form).catch(async (error: unknown) => {
      if (!(error instanceof UnsecuredBytes)) throw error
      await files.secure(form.uploads)
      return use(form)
    })
    await files.settle(form.uploads)
    return result
  } catch (error) {
    await files.discard(form.uploads)
    throw error
  }
}

/** Writes the content of a form once for an idempotency key, which covers fields and files together. */
export const writeForm = async (
  kit: Kit,
  request: FastifyRequest,
  action: string,
  form: Form,
  write: (work: Work) => Promise<Answer>,
): Promise<unknown> => {
  const keyed = formKeyOf(request, form)
  const earlierAnswer = keyed && (await findAnswer(kit.db, keyed))
  return payloadOf(earlierAnswer ?? (await keyedWrite(kit, request, action, write, keyed)))
}

/** The earlier answer to the same form; null if there is none, or the request has no key. */
export const findFormAnswer = async (kit: Kit, request: FastifyRequest, form: Form) => {
  const keyed = formKeyOf(request, form)
  return keyed && findAnswer(kit.db, keyed)
}

/** The file of a finished upload is identified by the id of the upload, which is gone when the form is sent again. */
const formKeyOf = ({ headers, method, url, me }: FastifyRequest, { fields, uploads }: Form) =>
  keyOf({
    headers,
    method,
    url,
    me,
    body: { fields, files: fields.upload === undefined ? uploads.map(({ sha256 }) => sha256) : [] },
  })

const readForm = async (request: FastifyRequest, files: Files, rules: FormRules, form: Form) => {
  const parts = request.parts({
    limits: {
      fileSize: rules.max + 1,
      files: rules.count,
      fields: 20,
      fieldSize: 64 * 1024,
      fieldNameSize: 100,
      parts: rules.count + 20,
      headerPairs: 20,
    },
  })
  let fileRules: FileRules = rules
  for await (const part of parts) {
    if (part.type === 'file') {
      if (part.fieldname !== rules.field) throw unknownPart(part.fieldname)
      // Browsers send an empty file input as a file without name and content.
      if (!part.filename && (await isEmpty(part.file))) continue
      if (form.uploads.length === 0 && rules.admit) fileRules = await rules.admit(form.fields)
      form.uploads.push(await files.receive(part.file, part.filename, fileRules))
    } else {
      if (part.valueTruncated) throw new Refusal(413, 'too_large', textOf('messages.too_large'))
      if (part.fieldname in form.fields) throw unknownPart(part.fieldname)
      form.fields[part.fieldname] = String(part.value)
    }
  }
}

const isEmpty = async (file: AsyncIterable<Buffer>) => {
  let size = 0
  for await (const chunk of file) size += chunk.length
  return size === 0
}

const unknownPart = (name: string) =>
  new Refusal(400, 'malformed', textOf('messages.malformed_form'), {
    [name.slice(0, 100)]: [textOf('validation.unknown_field')],
  })

/** The refusal for an error while the form was read; errors of our disk are returned unchanged. */
const refusalOf = (error: unknown, { field, count }: FormRules) => {
  if (error instanceof Refusal) return error
  const code = String((error as { code?: unknown }).code ?? '')
  if (code === 'FST_FILES_LIMIT') {
    const text = textOf('messages.too_many_files', { count })
    return new Refusal(413, 'too_large', text, { [field]: [text] })
  }
  if (/^FST_.*(LIMIT|TOO_LARGE)/.test(code)) return new Refusal(413, 'too_large', textOf('messages.too_large'))
  // System errors such as ENOSPC are ours; everything else is bad input or a disconnect of the client.
  return /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET'
    ? error
    : new Refusal(400, 'malformed', textOf('messages.malformed_form'))
}
