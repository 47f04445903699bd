import type { FastifyReply, FastifyRequest } from 'fastify'
import { writablePaths } from '#server/kit/create-kit.ts'
import { conflict } from '#server/kit/errors.ts'
import type { Work } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import type { Principal } from '#server/kit/principal.ts'
import { readDocuments } from '#server/kit/read/select.ts'
import { keyedWrite } from '#server/kit/write/keyed-write.ts'
import { StaleVersion } from '#server/kit/write/refusals.ts'
import { offeredMoves } from '#server/kit/write/verdicts.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { type AnyRecord, type Area, canBeArchived, isSettled, rowsOf } from '#shared/kit/area.ts'
import { type Language, type Text, textOf } from '#shared/kit/text.ts'
import { type AreaRoutes, jsonType } from './area-route'

/** The result of a write: the id of the record to answer with, or another body. */
export type WriteResult = { status: number; id: number } | { status: number; body: unknown }

/**
 * Runs a write once per idempotency key and sends the record as the caller may read it. A stale version is refused with
 * 409 and the current record.
 */
export const sendWrite = async (
  routes: AreaRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
  action: string,
  write: (work: Work) => Promise<WriteResult>,
) => {
  const { kit, area, repository } = routes
  try {
    const answer = await keyedWrite(kit, request, action, async (work) => {
      let reading: ReturnType<typeof readDocuments> | undefined
      work.onSent = (id) => {
        reading = readDocuments(work.tx, kit.selects, area, [id], request.me)
        reading.catch(() => {})
      }
      const result = await write(work)
      if ('body' in result) return result
      const language = languageOf(request.headers['accept-language'])
      const record = await readRecord(routes, work, result.id, language, await reading)
      // A move may take the record out of the caller's scope; then the answer is its id alone.
      return { status: result.status, ...(record ? { text: record.text } : { body: { id: result.id } }) }
    })
    reply.code(answer.status)
    return 'text' in answer ? reply.type(jsonType).send(answer.text) : reply.send(answer.body)
  } catch (error) {
    if (!(error instanceof StaleVersion)) throw error
    const [current] = await repository.find(kit.db, request.me, [error.id])
    throw conflict('stale', textOf('messages.stale'), current ? { current } : {})
  }
}

/**
 * Reads a record: `doc` with all its fields, and `text`, the JSON for the caller with rows, possible moves and editable
 * fields. Null if it is out of the caller's scope. `read` is the record as the caller reads it, if already loaded.
 */
export const readRecord = async (
  routes: AreaRoutes,
  work: Work,
  id: number,
  language: Language,
  read?: readonly { record: string }[],
): Promise<{ doc: AnyRecord; text: string } | null> => {
  const { kit, area } = routes
  const { me } = work
  const [visible] = read ?? (await readDocuments(work.tx, kit.selects, area, [id], me))
  if (!visible) return null
  // Guards need the whole record, even if the caller may read only a part of it.
  const [whole] = readsWhole(routes, me) ? [visible] : await readDocuments(work.tx, kit.selects, area, [id])
  const doc = JSON.parse((whole ?? visible).record) as AnyRecord
  const moves = await movesOf(routes, work, doc, language)
  const editable = kit.can(me.role, area.name, 'edit') ? await editablePaths(routes, work, doc) : []
  const extras = await kit.server(area.name).extras?.(work, doc)
  const text = `${visible.record.slice(0, -1)},${JSON.stringify({ ...extras, moves, editable }).slice(1)}`
  return { doc, text }
}

/** A move in the answer: whether the caller may make it now, the reason if not, and warnings. */
interface MoveAnswer {
  name: string
  allowed: boolean
  reason: string | null
  warnings?: string[]
}

const movesOf = async ({ kit, area }: AreaRoutes, work: Work, doc: AnyRecord, language: Language) => {
  const offered = await offeredMoves(kit, work, area, kit.rules(area.name), doc)
  const moves = offered.map(
    ({ reason, warnings, ...move }): MoveAnswer => ({
      ...move,
      reason: reason ? renderReason(reason, language) : null,
      ...(warnings ? { warnings: warnings.map((text) => renderReason(text, language)) } : {}),
    }),
  )
  if (area.partOf || area.single || !kit.can(work.me.role, area.name, 'delete')) return moves
  if (doc.archived_at) return [...moves, { name: 'restore', allowed: true, reason: null }]
  return canBeArchived(area, doc) ? [...moves, { name: 'archive', allowed: true, reason: null }] : moves
}

/** The paths of fields that the caller may set now. For a row, the rules of its document decide. */
const editablePaths = async ({ kit, area, writable }: AreaRoutes, work: Work, doc: AnyRecord): Promise<string[]> => {
  if (doc.archived_at) return []
  let document = doc
  let root = area
  let prefix = ''
  while (root.partOf) {
    if (isSettled(root, document)) return []
    const { by } = root.partOf
    const parent = kit.register.get(root.partOf.area)
    const [stored] = await readDocuments(work.tx, kit.selects, parent, [Number(document[by])])
    if (!stored) return []
    const rows = kit.register.childrenOf(parent.name).find((child) => child.by === by)
    prefix = `${rows?.field}.${prefix}`
    document = JSON.parse(stored.record) as AnyRecord
    root = parent
  }
  const { role } = work.me
  const isEditable = kit.rules(root.name).editable?.(document, work.context)
  const paths = writable(role, () => writablePaths(kit, area, role))
  return isEditable ? paths.filter((field) => isEditable(prefix + field)) : paths
}

/** Whether the caller reads every field of the record and its rows. */
const readsWhole = ({ kit, area, readsAll }: AreaRoutes, { role, portfolio }: Principal): boolean =>
  !portfolio &&
  readsAll(role, () => {
    const readsAllOf = (owner: Area): boolean =>
      Object.keys(owner.fields).every((field) => kit.mayRead(role, owner, field)) &&
      rowsOf(owner).every(([, { options }]) => readsAllOf(kit.register.get(options.to ?? '')))
    return readsAllOf(area)
  })

// Cached, since every record has the reasons of its impossible moves, which are mostly the same.
const renderReason = (reason: Text, language: Language) =>
  reasons(`${language} ${JSON.stringify(reason)}`, () => renderText(reason, language))
const reasons = memo<string>(2000)
