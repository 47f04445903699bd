import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Queryable } from '#server/db/types.ts'
import { parseBody } from '#server/kit/api/body.ts'
import { isNumeral, parseQuery } from '#server/kit/api/query-params.ts'
import { conflict, forbidden, invalid, malformed, notFound } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { keyedWrite } from '#server/kit/write/keyed-write.ts'
import { writeRecords } from '#server/kit/write/store.ts'
import { findAnswer, keyOf, sentOf } from '#server/plugins/idempotency.ts'
import { attachmentKinds, attachmentLimits } from '#shared/kit/attachments.ts'
import { textOf } from '#shared/kit/text.ts'
import { isOffice, recordSeen, seesFile } from './access'
import { type Form, type FormRules, formRoutes, withForm } from './form'
import type { FileNotes, Files, StoragePlace } from './store'
import { endingOf, plainName } from './types'

/** Files of any record: listed, attached, replaced by newer ones, described, shared or not, removed. */
export const attachmentRoutes = (app: FastifyInstance, { kit, files }: { kit: Kit; files: Files }) => {
  const { db } = kit

  app.get('/api/files', async (request) => {
    const { area: name = '', record } = parseQuery(request.query, ['area', 'record'])
    const area = kit.register.find(name)
    if (!area) throw malformed('area', textOf('messages.bad_filter_value', { value: name.slice(0, 40) }))
    if (!isNumeral(record)) throw malformed('record', textOf('messages.not_a_number'))
    const place = { area: area.name, record_id: Number(record) }
    await recordSeen(kit, db, request.me, place)
    return seenOf(db, request.me, place)
  })

  formRoutes(app, (scope) =>
    scope.post('/api/files', async (request, reply) => {
      const admit = (fields: Readonly<Record<string, string>>) => admitted(db, request.me, fields)
      const done = await withForm(request, files, { ...rules, admit }, (form) => attach(request, form))
      return reply.code(201).send(done)
    }),
  )

  app.patch('/api/files/:id', async (request) => {
    const said = parseBody(changes, request.body)
    return writing(request, async (work, file) => {
      const rights = rightsOf(work.me, file)
      if (!rights.change || (said.visibility && !rights.share)) throw forbidden()
      const name = said.name === undefined ? file.name : withEnding(said.name, file.name)
      const { kind = file.kind, visibility = file.visibility } = said
      const description = said.description === undefined ? file.description : said.description || null
      await work.tx.query(
        'update files set name = $2, description = $3, kind = $4 where id = $1',
        [file.id, name, description, kind],
        'file_change',
      )
      if (visibility !== file.visibility) {
        // One document: an old version is not to be had where the new one is not.
        const all = [file.area, file.record_id, file.series, visibility]
        await work.tx.query(
          `update files set visibility = $4
           where area = $1 and record_id = $2 and coalesce(series_id, id) = $3 and slot = 'attachment'`,
          all,
          'file_share',
        )
      }
      const now = { ...file, name, visibility }
      if (name !== file.name || description !== file.description || kind !== file.kind)
        await note(work, 'file_changed', now, name === file.name ? undefined : file.name)
      if (visibility !== file.visibility) await note(work, visibility === 'shared' ? 'file_shared' : 'file_hidden', now)
    })
  })

  app.delete('/api/files/:id', (request) =>
    writing(request, async (work, file) => {
      if (!rightsOf(work.me, file).remove) throw forbidden(textOf('files.remove_refused'))
      await work.tx.query('delete from files where id = $1', [file.id], 'file_remove')
      await note(work, 'file_removed', file)
    }),
  )

  /** Changes one attachment that the caller sees, and answers all of its record. */
  async function writing(request: FastifyRequest, change: (work: Work, file: Row) => Promise<void>) {
    const { id } = request.params as { id: string }
    if (!isNumeral(id)) throw notFound()
    const done = await keyedWrite(kit, request, 'attach', async (work) => {
      const file = await attachment(work.tx, request.me, Number(id))
      await change(work, file)
      return { status: 200, body: await seenOf(work.tx, request.me, file) }
    })
    return sentOf(done)
  }

  /** The attachment, locked; 404 where the caller does not see it or its record. */
  async function attachment(tx: Queryable, me: Principal, id: number): Promise<Row> {
    await tx.query('select 1 from files where id = $1 for update', [id], 'file_lock')
    const [file] = await rowsOf(tx, 'id', [id])
    if (!file || !seesFile(me, file)) throw notFound()
    await recordSeen(kit, tx, me, file)
    return file
  }

  async function admitted(on: Queryable, me: Principal, fields: Readonly<Record<string, string>>) {
    const said = parseBody(formBody, fields)
    const place = { area: said.area, record_id: Number(said.record), slot: 'attachment' }
    await recordSeen(kit, on, me, place)
    if (!kit.can(me.role, said.area, 'attach')) throw forbidden(textOf('files.attach_refused'))
    if (said.visibility === 'internal' && !isOffice(me)) throw forbidden()
    const earlier = said.supersedes ? await attachment(on, me, Number(said.supersedes)) : undefined
    if (earlier && (earlier.area !== place.area || earlier.record_id !== place.record_id)) throw notFound()
    if (earlier && !rightsOf(me, earlier).replace) throw forbidden()
    return { said, place, earlier }
  }

  async function attach(request: FastifyRequest, { fields, uploads }: Form) {
    const { headers, method, url, me } = request
    const keyed = keyOf({ headers, method, url, me, body: { fields, files: uploads.map(({ sha256 }) => sha256) } })
    const before = keyed && (await findAnswer(db, keyed))
    if (before) return before.body
    if (uploads.length === 0) throw invalid({ files: [textOf('validation.required')] })
    const write = async (work: Work) => {
      const { said, place, earlier } = await admitted(work.tx, me, fields)
      if (earlier && uploads.length > 1) throw invalid({ files: [textOf('files.one_version')] })
      if (earlier && !(await isLatest(work.tx, earlier))) throw conflict('superseded', textOf('files.newer'))
      for (const upload of uploads) {
        const notes = earlier ? following(earlier, said) : first(me, said)
        await files.keep(work.tx, upload, place, me, notes)
        const kept = { ...notes, ...place, name: upload.name }
        await note(work, earlier ? 'file_version' : 'file_added', kept)
      }
      return { status: 201, body: await seenOf(work.tx, me, place) }
    }
    return sentOf(await keyedWrite(kit, request, 'attach', write, keyed))
  }

  /** All attachments of a record that the person sees, each one's latest version first, with what they may do and where they are fetched. */
  async function seenOf(on: Queryable, me: Principal, { area, record_id }: Pick<StoragePlace, 'area' | 'record_id'>) {
    const found = await rowsOf(on, 'record', [area, record_id])
    const seen = found.filter((file) => seesFile(me, file))
    const mayAttach = kit.can(me.role, area, 'attach')
    return seen.map((file) => {
      const { area: _area, record_id: _record, supplier_id: _supplier, created_by, author, ...shown } = file
      const latest = seen.find(({ series }) => series === file.series) === file
      const { change, share, replace, remove } = rightsOf(me, file)
      return {
        ...shown,
        created_by: created_by === null ? null : { id: created_by, title: author ?? '' },
        may: { change, share, replace: mayAttach && replace && latest, remove },
        url: files.address(file.id, quarterOfAnHour, me.id),
      }
    })
  }

  /** Tells it in the record's history, to those who see the file. */
  async function note(work: Work, action: string, file: Noted, old: string | null = null) {
    const record = await recordSeen(kit, work.tx, work.me, file)
    const document = await documentOf(work, file, record)
    const { visibility, supplier_id, name, version_no } = file
    const told = {
      field: 'file',
      old,
      new: version_no > 1 && action === 'file_version' ? `${name} (${version_no})` : name,
      seen: { visibility, supplier_id },
    }
    const states = { from_status: null, to_status: null, comment: null }
    const entry = { area: file.area, record_id: file.record_id, ...document, action, ...states, changes: [told] }
    await writeRecords(work, [], [entry])
  }

  /** The document that the record stands in, whose history tells of all its rows. */
  async function documentOf(work: Work, { area, record_id }: Pick<StoragePlace, 'area' | 'record_id'>, record: object) {
    let [of, id, row] = [kit.register.get(area), record_id, record as Record<string, unknown>]
    while (of.partOf) {
      id = Number(row[of.partOf.by])
      of = kit.register.get(of.partOf.area)
      if (of.partOf) row = await recordSeen(kit, work.tx, work.me, { area: of.name, record_id: id })
    }
    return { document_area: of.name, document_id: id }
  }
}

const rules: FormRules = {
  field: 'files',
  count: attachmentLimits.files,
  max: attachmentLimits.size,
  kinds: ['jpeg', 'png', 'webp', 'pdf', 'xlsx', 'docx', 'text'],
  endings: attachmentLimits.endings,
}

const quarterOfAnHour = 900
const numeral = /^[1-9]\d{0,14}$/

const visibility = z.enum(['internal', 'shared'])
const kind = z.enum(attachmentKinds)
const description = z.string().trim().max(500)

/** What stands in the form beside the files. */
export const formBody = z.strictObject({
  area: z.string().min(1, 'required').max(60),
  record: z.string().regex(numeral, 'pattern'),
  kind: kind.optional(),
  visibility: visibility.optional(),
  description: description.optional(),
  supersedes: z.string().regex(numeral, 'pattern').optional(),
})

/** What may be changed of an attachment. */
export const changes = z.strictObject({
  name: z.string().trim().min(1, 'required').max(200).optional(),
  description: description.nullable().optional(),
  kind: kind.nullable().optional(),
  visibility: visibility.optional(),
})

interface Row extends Pick<FileNotes, 'visibility' | 'kind' | 'description' | 'supplier_id' | 'version_no'> {
  id: number
  name: string
  type: string
  size: number
  created_at: string
  created_by: number | null
  author: string | null
  area: string
  record_id: number
  series: number
}
type Noted = Pick<Row, 'area' | 'record_id' | 'name' | 'visibility' | 'supplier_id' | 'version_no'>
type Said = z.output<typeof formBody>

const rowsOf = (on: Queryable, by: 'id' | 'record', values: unknown[]) =>
  on.query<Row>(
    `select f.id, f.name, f.type, f.size, f.created_at, f.created_by, u.full_name as author, f.area, f.record_id,
       f.visibility, f.kind, f.description, f.supplier_id, f.version_no, coalesce(f.series_id, f.id) as series
     from files f left join users u on u.id = f.created_by
     where ${by === 'id' ? 'f.id = $1' : 'f.area = $1 and f.record_id = $2'} and f.slot = 'attachment'
     order by coalesce(f.series_id, f.id), f.version_no desc limit 1000`,
    values,
    `attachments_by_${by}`,
  )

/** What the person may do with a file that they see. */
const rightsOf = (me: Principal, { created_by, created_at, supplier_id }: Row) => {
  const own = created_by !== null && created_by === me.id
  const house = isOffice(me)
  return {
    change: house || own,
    share: house,
    // Others' papers stay what they were: a company replaces what it brought itself.
    replace: house || own || (supplier_id !== null && supplier_id === me.supplier_id),
    remove: me.role === 'admin' || (own && Date.now() - new Date(created_at).getTime() < aDay),
  }
}

const aDay = 24 * 3600 * 1000

const isLatest = async (tx: Queryable, { series, version_no }: Row) => {
  const [newer] = await tx.query(
    'select 1 from files where coalesce(series_id, id) = $1 and version_no > $2 limit 1',
    [series, version_no],
    'file_newer',
  )
  return !newer
}

/** What a supplier's people bring is for the house and themselves; the office says who sees its own. */
const first = (me: Principal, { visibility, kind, description }: Said): FileNotes => ({
  visibility: visibility ?? 'shared',
  kind: kind ?? null,
  description: description || null,
  supplier_id: isOffice(me) ? null : me.supplier_id,
  series_id: null,
  version_no: 1,
})

/** A newer version is for the same eyes as the one before. */
const following = ({ series, version_no, visibility, supplier_id, kind }: Row, said: Said): FileNotes => ({
  visibility,
  supplier_id,
  kind: said.kind ?? kind,
  description: said.description || null,
  series_id: series,
  version_no: version_no + 1,
})

/** A new name keeps the old one's ending: that says what is inside. */
const withEnding = (name: string, old: string) => {
  const ending = endingOf(old)
  const plain = plainName(name)
  return endingOf(plain) === ending ? plain : plainName(`${plain}.${ending}`)
}
