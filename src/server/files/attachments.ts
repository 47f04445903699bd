import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Queryable } from '#server/db/types.ts'
import { parseBody } from '#server/kit/api/body.ts'
import { existingIdParam, idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { conflict, forbidden, invalid, malformed, notFound } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import { type Principal, system } from '#server/kit/principal.ts'
import { keyedWrite } from '#server/kit/write/keyed-write.ts'
import { payloadOf } from '#server/plugins/idempotency.ts'
import {
  type AttachmentLimits,
  attachmentKinds,
  attachmentLimits,
  mostAttachmentLimits,
  mostRecordsOfFile,
} from '#shared/kit/attachments.ts'
import { textOf } from '#shared/kit/text.ts'
import { isOffice, recordSeen, recordsSeen } from './access'
import {
  type AttachmentRow,
  attachment,
  attachmentRow,
  fileStateOf,
  isLatest,
  listAttachments,
  lockAttachment,
  noteAttachment,
  noteAttachments,
  rightsOf,
} from './attachment-rows'
import type { FileNotes, FileRules, Files, StoragePlace } from './files'
import { type Form, type FormRules, findFormAnswer, formRoutes, withForm, writeForm } from './form'
import { endingOf, kindsOf, plainName } from './types'

export interface Parts {
  kit: Kit
  files: Files
}

/** Routes to list, attach, change and remove the files of any record. */
export const attachmentRoutes = (app: FastifyInstance, parts: Parts) => {
  const { kit } = parts

  route(
    app,
    {
      method: 'GET',
      url: '/api/files',
      tags,
      summary: 'Files of a record',
      query: z.strictObject({ area: z.string(), record: idParam }),
      answer: attachmentsAnswer,
      refusals: [400, 401, 404],
    },
    async ({ me }, { query: { area, record: record_id } }) => {
      if (!kit.register.find(area))
        throw malformed('area', textOf('messages.bad_filter_value', { value: area.slice(0, 40) }))
      await recordSeen(kit, kit.db, me, { area, record_id })
      return listAttachments(parts, kit.db, me, { area, record_id })
    },
  )

  formRoutes(app, (scope) =>
    route(
      scope,
      {
        method: 'POST',
        url: '/api/files',
        tags,
        operationId: 'attachFiles',
        summary: 'Attach files to a record or to several, or a newer version of one',
        form: { fields: attachmentFields, files: rules.field, count: rules.count },
        keyed: true,
        answer: { ...attachmentsAnswer, status: 201 },
        refusals: [400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 503],
      },
      async (request, _input, reply) =>
        reply.code(201).send(
          await receiveAttachments(parts, request, {
            read: (fields) => parseBody(attachmentFields, fields),
            field: rules.field,
            count: rules.count,
            answer: async (work, area, [record_id]) =>
              record_id ? listAttachments(parts, work.tx, request.me, { area, record_id }) : [],
          }),
        ),
    ),
  )

  route(
    app,
    {
      method: 'PATCH',
      url: '/api/files/:id',
      tags,
      summary: 'Rename, describe, share or hide a file',
      params,
      body: attachmentChanges,
      answer: attachmentsAnswer,
      refusals: [401, 403, 404, 409, 422],
    },
    (request, { params: { id }, body }) => write(request, id, (work, file) => changeAttachment(work, file, body)),
  )

  route(
    app,
    {
      method: 'DELETE',
      url: '/api/files/:id',
      tags,
      summary: 'Remove a file',
      params,
      answer: attachmentsAnswer,
      refusals: [401, 403, 404, 409],
    },
    (request, { params: { id } }) =>
      write(request, id, async (work, file) => {
        if (!rightsOf(work.me, file, false).remove) throw forbidden(textOf('files.remove_refused'))
        await work.tx.query('delete from files where id = $1', [file.id], 'file_remove')
        await noteAttachment(work, 'file_removed', file)
      }),
  )

  /** Changes one attachment that the caller sees, and returns all attachments of its record. */
  async function write(
    request: FastifyRequest,
    id: number,
    change: (work: Work, file: AttachmentRow) => Promise<void>,
  ) {
    const done = await keyedWrite(kit, request, 'attach', async (work) => {
      const file = await lockAttachment(kit, work.tx, request.me, id)
      await requireOpen(kit, work.tx, request.me, file, { isNew: false })
      await change(work, file)
      await kit.server(file.area).filesChanged?.(work, [file.record_id])
      return { status: 200, body: await listAttachments(parts, work.tx, request.me, file) }
    })
    return payloadOf(done)
  }
}

const tags = ['Files'] as const
const params = z.object({ id: existingIdParam })

const attachmentsAnswer = {
  description:
    'All files of the record that the caller sees, the newest version of each first; of several records, those of the first.',
  schema: z.array(attachment),
}

/** The rules for files of an area, from its declared limits. */
export const fileRulesOf = ({ endings, size }: AttachmentLimits): FileRules => ({
  kinds: kindsOf(endings),
  endings,
  max: size,
})

const rules: FormRules = {
  ...fileRulesOf(mostAttachmentLimits),
  field: 'files',
  count: mostAttachmentLimits.files,
}

const numeral = /^[1-9]\d{0,14}$/
const numerals = /^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/

const visibility = z.enum(['internal', 'shared'])
const kind = z.enum(attachmentKinds)
const description = z.string().trim().max(500)

/** A form field with ids of records, separated by commas; parsed into sorted numbers. */
export const formRecords = z
  .string()
  .regex(numerals, 'pattern')
  .transform((ids) => [...new Set(ids.split(',').map(Number))].sort((a, b) => a - b))
  .refine((ids) => ids.length <= mostRecordsOfFile, 'pattern')

/** A form field with the id of a finished upload (`uploads.ts`). */
export const formUpload = z.string().regex(/^[0-9a-f]{32}$/, 'pattern')

const attachmentFields = z.strictObject({
  area: z.string().min(1, 'required').max(60),
  /** Ids of one or several records of the area, all of which get the files. */
  record: formRecords,
  kind: kind.optional(),
  visibility: visibility.optional(),
  description: description.optional(),
  supersedes: z.string().regex(numeral, 'pattern').optional(),
  upload: formUpload.optional(),
})
type AttachmentFields = z.output<typeof attachmentFields>

/** The description of a form with attachments. */
interface AttachmentForm {
  /** Parses the fields; throws 422 if they are not accepted. */
  read: (fields: Form['fields']) => AttachmentFields
  field: string
  count: number
  answer: (work: Work, area: string, records: readonly number[]) => Promise<unknown>
}

/** Receives a form with attachments. All records get all of its files in one transaction. */
export const receiveAttachments = async (parts: Parts, request: FastifyRequest, spec: AttachmentForm) => {
  const { kit, files } = parts
  const { me } = request
  const admit = async (fields: Form['fields']) => (await admitted(kit, kit.db, me, spec.read(fields))).rules
  return withForm(request, files, { ...rules, field: spec.field, count: spec.count, admit }, async (form) => {
    const earlierAnswer = form.fields.upload === undefined ? null : await findFormAnswer(kit, request, form)
    if (earlierAnswer) return payloadOf(earlierAnswer)
    await takeUpload(parts, me, form, spec)
    return attach(parts, request, form, spec)
  })
}

const attachmentChanges = z.strictObject({
  name: z.string().trim().min(1, 'required').max(200).optional(),
  description: description.nullable().optional(),
  kind: kind.nullable().optional(),
  visibility: visibility.optional(),
})

/** Checks where the files of a form go and which file they replace. Throws 403, 404 or 409 if the caller may not do that. */
const admitted = async (kit: Kit, on: Queryable, me: Principal, values: AttachmentFields) => {
  const [first = 0, ...others] = values.record
  const places = [first, ...others].map((record_id) => ({ area: values.area, record_id, slot: 'attachment' }))
  await recordsSeen(kit, on, me, values.area, values.record)
  if (!kit.can(me.role, values.area, 'attach')) throw forbidden(textOf('files.attach_refused'))
  if (values.visibility === 'internal' && !isOffice(me)) throw forbidden()
  for (const place of places) await requireOpen(kit, on, me, place, { isNew: values.supersedes === undefined })
  const earlier = values.supersedes ? await lockAttachment(kit, on, me, Number(values.supersedes)) : undefined
  if (earlier && (earlier.area !== values.area || earlier.record_id !== first || others.length > 0)) throw notFound()
  if (earlier && !rightsOf(me, earlier, false).replace) throw forbidden()
  return { places, earlier, rules: fileRulesOf(attachmentLimits(kit.register.get(values.area))) }
}

/** Throws 409 if the state of a record locks its files, or keeps them and a supplier wants more than to add one. */
const requireOpen = async (
  kit: Kit,
  on: Queryable,
  me: Principal,
  place: Pick<StoragePlace, 'area' | 'record_id'>,
  { isNew }: { isNew: boolean },
) => {
  const { state, isLocked, isKept } = await fileStateOf(kit, on, place)
  const params = { state: textOf(`areas.${place.area}.states.${state}`) }
  if (isLocked) throw conflict('files_locked', textOf('files.locked', params))
  if (isKept && !isNew && !isOffice(me)) throw conflict('files_kept', textOf('files.kept', params))
}

/** Adds the file of a finished upload to the form; it is examined like any other file. */
const takeUpload = async ({ kit, files }: Parts, me: Principal, form: Form, { read }: AttachmentForm) => {
  const { upload: id } = form.fields
  if (id === undefined || form.isJoined) return
  if (form.uploads.length > 0) throw invalid({ upload: [textOf('files.upload_or_files')] })
  const values = read(form.fields)
  const { places, rules } = await admitted(kit, kit.db, me, values)
  const { upload, bytes } = await files.uploads.read(me, values.upload ?? '')
  if (!places.some(({ area, record_id }) => upload.area === area && upload.record_id === record_id)) throw notFound()
  form.uploads.push(await files.receive(bytes, upload.name, rules))
  form.isJoined = true
}

const attach = (parts: Parts, request: FastifyRequest, form: Form, { read, field, answer }: AttachmentForm) =>
  writeForm(parts.kit, request, 'attach', form, async (work) => {
    const { me } = request
    const { uploads } = form
    if (uploads.length === 0) throw invalid({ [field]: [textOf('validation.required')] })
    const values = read(form.fields)
    const { places, earlier } = await admitted(parts.kit, work.tx, me, values)
    if (earlier && uploads.length > 1) throw invalid({ [field]: [textOf('files.one_version')] })
    if (earlier && !(await isLatest(work.tx, earlier))) throw conflict('superseded', textOf('files.newer'))
    for (const upload of uploads) {
      const notes = earlier ? nextVersion(earlier, values) : firstVersion(me, values)
      for (const place of places) await parts.files.keep(work.tx, upload, place, me, notes)
      const noted = { ...notes, area: values.area, name: upload.name }
      await noteAttachments(work, earlier ? 'file_version' : 'file_added', noted, values.record)
    }
    await parts.kit.server(values.area).filesChanged?.(work, values.record)
    if (values.upload) await parts.files.uploads.finish(work.tx, me, values.upload)
    return { status: 201, body: await answer(work, values.area, values.record) }
  })

const changeAttachment = async (work: Work, file: AttachmentRow, changes: z.output<typeof attachmentChanges>) => {
  const rights = rightsOf(work.me, file, false)
  if (!rights.change || (changes.visibility && !rights.share)) throw forbidden()
  const name = changes.name === undefined ? file.name : withEnding(changes.name, file.name)
  const { kind = file.kind, visibility = file.visibility } = changes
  const description = changes.description === undefined ? file.description : changes.description || null
  await work.tx.query(
    'update files set name = $2, description = $3, kind = $4 where id = $1',
    [file.id, name, description, kind],
    'file_change',
  )
  if (visibility !== file.visibility)
    // All versions together: visibility must not differ between them.
    await work.tx.query(
      `update files set visibility = $4
       where area = $1 and record_id = $2 and coalesce(series_id, id) = $3 and slot = 'attachment'`,
      [file.area, file.record_id, file.series, visibility],
      'file_share',
    )
  const changed = { ...file, name, visibility }
  if (name !== file.name || description !== file.description || kind !== file.kind)
    await noteAttachment(work, 'file_changed', changed, name === file.name ? undefined : file.name)
  if (visibility !== file.visibility)
    await noteAttachment(work, visibility === 'shared' ? 'file_shared' : 'file_hidden', changed)
}

/** Runs the `filesChanged` hook of the file's record after its scan has ended. */
export const followScan = async (kit: Kit, file: number): Promise<void> => {
  const row = await attachmentRow(kit.db, file)
  const filesChanged = row && kit.server(row.area).filesChanged
  if (filesChanged) await kit.write(system, 'attach', (work) => filesChanged(work, [row.record_id]))
}

/** Files of a supplier are visible to the retailer and that supplier; the office chooses the visibility of its files. */
const firstVersion = (me: Principal, { visibility, kind, description }: AttachmentFields): FileNotes => ({
  visibility: visibility ?? 'shared',
  kind: kind ?? null,
  description: description || null,
  supplier_id: isOffice(me) ? null : me.supplier_id,
  series_id: null,
  version_no: 1,
})

/** A new version keeps the visibility of the version before. */
const nextVersion = (
  { series, version_no, visibility, supplier_id, kind }: AttachmentRow,
  values: AttachmentFields,
): FileNotes => ({
  visibility,
  supplier_id,
  kind: values.kind ?? kind,
  description: values.description || null,
  series_id: series,
  version_no: version_no + 1,
})

/** A new name keeps the extension, which shows the content type. */
const withEnding = (name: string, old: string) => {
  const ending = endingOf(old)
  const plain = plainName(name)
  return endingOf(plain) === ending ? plain : plainName(`${plain}.${ending}`)
}
