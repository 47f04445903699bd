import type { DbError, Queryable } from '#server/db/types.ts'
import { conflict, forbidden, invalid, notFound, type Refusal } from '#server/kit/errors.ts'
import type { Change, Doc, Examined, Kit, Repository, Work } from '#server/kit/kit.ts'
import { fullReadScope, type Principal, readScopeOf, system } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { readDocuments } from '#server/kit/read/select.ts'
import { remembered, run } from '#server/kit/read/sql.ts'
import { type AnyRecord, type Area, columnsOf, rowsOf, tableOf } from '#shared/kit/area.ts'
import { minorUnitProblems } from '#shared/kit/checks.ts'
import { mayMove } from '#shared/kit/lifecycle.ts'
import { moveAction } from '#shared/kit/policy.ts'
import { isHiddenRow } from '#shared/kit/portfolio.ts'
import type { Problem, Rules } from '#shared/kit/rules.ts'
import { createSchema, editSchema, issueTexts, moveSchema, type Values } from '#shared/kit/schema.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { diffDocument, type FieldChange, type RecordWrite, rowsIn, same } from './diff'
import { addError, checkReferences, type Errors } from './references'
import { assignIds, type HistoryEntry, reserveIds, writeRecords } from './store'

/** The generic life of an area's records: every write loads the whole document, changes a copy, checks it and writes the difference. */
export const createRepository = (kit: Kit, area: Area, rulesOf: (area: string) => Rules): Repository => {
  const { register, selects } = kit
  const root = register.documentOf(area.name)
  const schemas = remembered<ReturnType<typeof createSchema>>(100)

  return { find, create, edit, editRows, move, faults, remove, archive, examine }

  async function find(on: Queryable, me: Principal, ids: readonly number[]): Promise<AnyRecord[]> {
    const found = await readDocuments(on, selects, area, ids, me)
    const byId = new Map(found.map(({ id, record }) => [id, record]))
    return ids.flatMap((id) => {
      const record = byId.get(id)
      return record ? [JSON.parse(record) as AnyRecord] : []
    })
  }

  async function create(work: Work, inputs: readonly Values[]): Promise<Doc[]> {
    if (area !== root) throw forbidden()
    requireRight(work, 'create')
    await waitForTurn(work)
    const { changes, errors } = await drafts(work, inputs, lookAhead)
    refuse(errors)
    await save(work, changes, changes[0]?.after)
    return changes.map(({ after }) => after)
  }

  async function edit(work: Work, id: number, input: Values): Promise<Doc> {
    requireRight(work, 'edit')
    const { doc, target } = await open(work, id)
    const values = parse(work, editsOf(work.me), input)
    requireVersion(target, values.version)
    const change = { before: doc, after: structuredClone(doc) }
    const edited = targetIn(change.after, id)
    const errors: Errors = {}
    apply(work.me, area, edited, values, '', errors)
    refuseUneditable(work, change, errors)
    lookAhead(work, [change])
    Object.assign(errors, ...(await checkReferences(work, root, [change])))
    refuse([errors])
    await save(work, [change], edited)
    return targetIn(change.after, id)
  }

  async function editRows(work: Work, edits: readonly { id: number; values: Values }[]): Promise<void> {
    requireRight(work, 'edit')
    const [first, ...others] = edits.map(({ id }) => id)
    if (first === undefined) return
    const { doc } = await open(work, first)
    const { me } = work
    const seen = await run(work.tx, selects.lock(area, readScopeOf(me)), {
      ids: others,
      ...callerValues(me),
    })
    if (seen.length < others.length) throw notFound()
    const change = { before: doc, after: structuredClone(doc) }
    const errors: Errors = {}
    for (const { id, values } of edits) {
      const parsed = parse(work, editsOf(me), values)
      requireVersion(targetIn(doc, id), parsed.version)
      apply(work.me, area, targetIn(change.after, id), parsed, '', errors)
    }
    refuseUneditable(work, change, errors)
    lookAhead(work, [change])
    Object.assign(errors, ...(await checkReferences(work, root, [change])))
    refuse([errors])
    await save(work, [change], undefined)
  }

  async function move(work: Work, id: number, name: string, input: Values): Promise<Doc> {
    const declared = area.lifecycle?.moves[name]
    if (!area.lifecycle || !declared) throw notFound()
    const { doc, target } = await open(work, id)
    if (work.me !== system && !kit.can(work.me.role, area.name, moveAction(name))) throw forbidden()
    const asked = parse(
      work,
      schemas(`move ${name}`, () => moveSchema(declared.asks, register)),
      input,
    )
    const from = String(target.status)
    if (target.archived_at) throw conflict('archived', textOf('messages.record_archived'))
    // The state is told before the version: who comes second to a move wants to hear that it is done.
    if (!declared.from.includes(from))
      throw conflict('illegal_move', textOf('messages.illegal_move', { move: moveText(name), state: stateText(from) }))
    requireVersion(target, asked.version)
    const change = { before: doc, after: structuredClone(doc) }
    const moved = targetIn(change.after, id)
    const problems = [
      ...(rulesOf(area.name).guards?.[name]?.(target as AnyRecord, work.context) ?? []),
      ...((await kit.server(area.name).moves?.[name]?.guard?.(work, target, doc)) ?? []),
    ]
    if (problems.length > 0) throw refusalOf(problems)
    if (declared.to) moved.status = declared.to
    await kit.server(area.name).moves?.[name]?.effect?.(work, moved, change, asked)
    await save(work, [change], moved, { name, from, comment: commentOf(asked) })
    return moved
  }

  async function remove(work: Work, id: number, version: number): Promise<void> {
    requireRight(work, 'delete')
    if (area !== root) throw forbidden()
    const { doc } = await open(work, id)
    requireVersion(doc, version)
    const problems = kit.server(area.name).mayDelete?.(work, doc) ?? []
    if (problems.length > 0) throw refusalOf(problems)
    const gone: RecordWrite = { area, kind: 'delete', record: doc, parent: null, changes: [] }
    const changes = columnsOf(area).flatMap(([field]): FieldChange[] =>
      doc[field] === null ? [] : [{ field, old: doc[field], new: null }],
    )
    try {
      await writeRecords(work, [gone], [entry(doc, 'delete', changes)])
    } catch (error) {
      if ((error as DbError).code !== '23503') throw error
      throw conflict('in_use', textOf('messages.in_use_by', { area: referrer(error as DbError) }))
    }
    for (const { area: follower } of kit.followers(area.name)) work.touched.add(follower)
    await kit.server(area.name).removed?.(work, doc)
    await removedElsewhere(work, doc)
  }

  async function archive(work: Work, id: number, version: number, archived: boolean): Promise<Doc> {
    requireRight(work, 'delete')
    if (area !== root) throw forbidden()
    const { doc } = await open(work, id)
    requireVersion(doc, version)
    if (Boolean(doc.archived_at) === archived) throw conflict('illegal_move', textOf('messages.already_so'))
    await work.tx.query(
      `update ${tableOf(area)} set archived_at = $2, archived_by = $3, updated_at = $4, updated_by = $3, version = version + 1 where id = $1`,
      [id, archived ? work.now : null, work.me.id || null, work.now],
    )
    const changes = [{ field: 'archived_at', old: doc.archived_at, new: archived ? work.now : null }]
    await writeRecords(work, [], [entry(doc, archived ? 'archive' : 'restore', changes)])
    await kit.server(area.name).removed?.(work, doc)
    await removedElsewhere(work, doc)
    return { ...doc, archived_at: archived ? work.now : null, version: Number(doc.version) + 1 }
  }

  async function examine(work: Work, inputs: readonly { id?: number; values: Values }[]): Promise<Examined[]> {
    const fresh = inputs.filter(({ id }) => id === undefined)
    const standing = inputs.filter(({ id }) => id !== undefined)
    const results = new Map<unknown, Examined>()
    const made = await drafts(
      work,
      fresh.map(({ values }) => values),
    )
    await derive(work, made.changes, made.errors)
    const remarks = await kit.server(root.name).remarks?.(work, made.changes)
    for (const [index, input] of fresh.entries())
      results.set(input, { errors: made.errors[index] ?? {}, remarks: remarks?.[index] ?? [], changed: [] })
    for (const [input, found] of await examineStanding(work, standing)) results.set(input, found)
    return inputs.map((input) => results.get(input) ?? { errors: {}, remarks: [], changed: [] })
  }

  /** Rows of one document are tried out together; where something is wrong, each alone, so that none is blamed for another. */
  async function examineStanding(work: Work, inputs: readonly Edit[]): Promise<Map<Edit, Examined>> {
    if (inputs.length === 0) return new Map()
    const roots = await documentsOf(
      work.tx,
      inputs.map(({ id }) => Number(id)),
    )
    const docs = await load(work, [...new Set(roots.values())])
    const groups = new Map<number, Edit[]>()
    for (const input of inputs) {
      // What is not there is nobody's neighbour.
      const key = roots.get(Number(input.id)) ?? -Number(input.id)
      groups.set(key, [...(groups.get(key) ?? []), input])
    }
    const results = await tryEdits(work, docs, [...groups])
    const apart = [...groups].filter(
      ([, group]) =>
        group.length > 1 && group.some((input) => Object.keys(results.get(input)?.errors ?? {}).length > 0),
    )
    const alone = apart.flatMap(([key, group]) => group.map((input): [number, Edit[]] => [key, [input]]))
    if (alone.length > 0) for (const [input, found] of await tryEdits(work, docs, alone)) results.set(input, found)
    return results
  }

  async function tryEdits(
    work: Work,
    docs: ReadonlyMap<number, Doc>,
    groups: readonly (readonly [number, readonly Edit[]])[],
  ): Promise<Map<Edit, Examined>> {
    const errors: Errors[] = groups.map(() => ({}))
    const changes = groups.map(([key, group], index): Change => {
      const own = errors[index] ?? {}
      const before = docs.get(key) ?? null
      const change = { before, after: structuredClone(before ?? {}) }
      if (!before) addError(own, 'id', textOf('validation.no_such_record'))
      for (const { id, values } of before ? group : []) {
        const target = targetIn(change.after, Number(id))
        const parsed = editsOf(work.me).safeParse({ ...values, version: target.version }, { reportInput: true })
        if (parsed.success) apply(work.me, area, target, parsed.data, '', own)
        else
          for (const [field, texts] of Object.entries(issueTexts(parsed.error)))
            own[placeIn(change.after, Number(id)) + field] = texts
      }
      if (before) refuseUneditable(work, change, own)
      return change
    })
    for (const [index, found] of (await checkReferences(work, root, changes)).entries())
      Object.assign(errors[index] ?? {}, found)
    const changed = changes.map((change) => (change.before ? changedPaths(change) : []))
    await derive(work, changes, errors)
    return new Map(
      groups.flatMap(([, group], index) =>
        group.map((input): [Edit, Examined] => [
          input,
          {
            errors: errors[index] ?? {},
            remarks: [],
            changed: changed[index] ?? [],
            ...(area === root ? {} : { at: placeIn(changes[index]?.after ?? {}, Number(input.id)) }),
          },
        ]),
      ),
    )
  }

  /** New documents from input, with the faults of each; nothing is derived or written yet. */
  async function drafts(work: Work, inputs: readonly Values[], meanwhile?: typeof lookAhead) {
    // The portal's own input (demo data, taken-over orders) comes typed and may set what callers may not.
    const schema = work.me === system ? null : createsOf(work.me)
    const errors: Errors[] = []
    const changes = inputs.map((input): Change => {
      const after: Doc = {}
      const parsed = schema?.safeParse(input, { reportInput: true })
      const own: Errors = parsed && !parsed.success ? issueTexts(parsed.error) : {}
      // What the schema refused has no shape to rely on: rows may be numbers, or null.
      apply(work.me, area, after, parsed ? (parsed.data ?? {}) : input, '', own)
      // Who is confined to some suppliers would not find a new one again.
      if (work.me.portfolio && area.portfolio === 'itself') addError(own, '', textOf('messages.portfolio_makes_none'))
      errors.push(own)
      return { before: null, after }
    })
    const sound = changes.filter((_, index) => Object.keys(errors[index] ?? {}).length === 0)
    meanwhile?.(work, sound)
    const found = await checkReferences(work, root, sound)
    for (const [index, change] of sound.entries()) Object.assign(errors[changes.indexOf(change)] ?? {}, found[index])
    return { changes, errors }
  }

  /** What a write will ask for later travels with the check of its references. */
  function lookAhead(work: Work, changes: readonly Change[]) {
    const docs = changes.map(({ after }) => after)
    kit.server(root.name).ahead?.(work, docs)
    reserveIds(work, root, docs)
  }

  /** Lets the area complete the documents and collects what its rules say against them, beside what is known already. */
  async function derive(work: Work, changes: readonly Change[], errors: Errors[]) {
    const sound = changes.flatMap((_, index) => (Object.keys(errors[index] ?? {}).length === 0 ? [index] : []))
    const soundChanges = sound.map((index) => changes[index] as Change)
    if (work.taking)
      for (const { before, after } of soundChanges)
        if (!before) kit.server(root.name).import?.take?.(after, work.taking)
    const prepared = await kit.server(root.name).prepare?.(work, soundChanges)
    soundChanges.forEach((change, position) => {
      const own = errors[sound[position] as number] ?? {}
      for (const problem of [
        ...(prepared?.[position] ?? []),
        ...(work.me === system ? [] : faults(work, change.after)),
      ])
        addError(own, problem.field ?? '', problem.text)
    })
  }

  /** Completes, checks and writes; `target` is the record that the caller named, in the document of a single change. */
  async function save(
    work: Work,
    changes: readonly Change[],
    target: Doc | undefined,
    moved?: { name: string; from: string; comment: string | null },
  ) {
    const errors: Errors[] = changes.map(() => ({}))
    await derive(work, changes, errors)
    refuse(errors)
    const writes: RecordWrite[] = []
    const entries: { change: Change; own: RecordWrite[] }[] = []
    for (const change of changes) {
      const own = diffDocument(root, register, change)
      if (own.length === 0 && !moved) continue
      // The document's version tells of every change in it, so that two people never write past each other.
      if (change.before && !own.some(({ area: written }) => written === root))
        own.unshift({ area: root, kind: 'update', record: change.after, parent: null, changes: [] })
      writes.push(...own)
      entries.push({ change, own })
    }
    await assignIds(work, writes)
    const history = entries.flatMap(({ change, own }): HistoryEntry[] => {
      const fields = own.flatMap(({ changes }) => changes)
      const first = entry(change.after, work.action, fields, change.before?.status)
      if (!moved) return [first]
      const told = {
        ...first,
        changes: fields.filter(
          (change) => change.field !== 'status' || change.area !== area.name || change.id !== target?.id,
        ),
        area: area.name,
        record_id: Number(target?.id),
        action: moved.name,
        from_status: moved.from,
        to_status: String(target?.status),
        comment: moved.comment,
      }
      return area === root ? [told] : [told, ...followed(change)]
    })
    const writing = writeRecords(work, writes, history)
    const { written } = kit.server(root.name)
    if (target && changes.length === 1 && !written) work.sent?.(Number(target.id))
    try {
      await writing
    } catch (error) {
      throw explained(error as DbError)
    }
    for (const { area: written, kind, record } of writes) {
      if (kind === 'update') record.version = Number(record.version) + 1
      if (kind === 'insert') record.version = 1
      record.updated_at = work.now
      if (kind === 'insert') record.created_at = work.now
      work.touched.add(written.name)
    }
    await written?.(work, changes.slice())
    for (const { follow } of kit.followers(root.name)) await follow(work, changes)
  }

  async function removedElsewhere(work: Work, doc: Doc) {
    for (const { area: follower } of kit.followers(area.name))
      await kit.server(follower).followsRemoval?.[area.name]?.(work, doc)
  }

  /** A document that changed state with the move of one of its rows: told as the move that it amounts to. */
  function followed({ before, after }: Change): HistoryEntry[] {
    if (!before || before.status === after.status) return []
    const moves = Object.entries(root.lifecycle?.moves ?? {})
    const [name] = moves.find(([, { from, to }]) => to === after.status && from.includes(String(before.status))) ?? []
    return name ? [entry(after, name, [], before.status)] : []
  }

  function entry(doc: Doc, action: string, changes: FieldChange[], from?: string): HistoryEntry {
    return {
      area: root.name,
      record_id: Number(doc.id),
      document_area: root.name,
      document_id: Number(doc.id),
      action,
      from_status: from ?? null,
      to_status: root.lifecycle ? String(doc.status) : null,
      comment: null,
      changes,
    }
  }

  /** Lets an area whose writes go one after the other (`serial`) finish the one before this. */
  async function waitForTurn({ tx }: Work) {
    if (!kit.server(root.name).serial) return
    await tx.query('select pg_advisory_xact_lock(hashtext($1))', [`writes of ${root.name}`], 'serial_writes')
  }

  /**
   * Loads and locks the document that holds record `id` of this area, as the portal sees it. The document is locked
   * before its row: who edits the whole document holds the one and then writes the other.
   */
  async function open(work: Work, id: number): Promise<{ doc: Doc; target: Doc }> {
    const { tx, me } = work
    const own = { ids: [id], ...callerValues(me) }
    await waitForTurn(work)
    let rootId = id
    if (area !== root) {
      if ((await run(tx, selects.visible(area, readScopeOf(me)), own)).length === 0) throw notFound()
      rootId = await documentId(tx, area, id)
      await run(tx, selects.lock(root, fullReadScope), { ids: [rootId] })
    }
    if ((await run(tx, selects.lock(area, readScopeOf(me)), own)).length === 0) throw notFound()
    const doc = (await load(work, [rootId])).get(rootId)
    if (!doc) throw notFound()
    return { doc, target: targetIn(doc, id) }
  }

  async function load(work: Work, ids: readonly number[]): Promise<Map<number, Doc>> {
    const found = await readDocuments(work.tx, selects, root, ids)
    return new Map(found.map(({ id, record }) => [id, JSON.parse(record) as Doc]))
  }

  async function documentId(on: Queryable, from: Area, id: number): Promise<number> {
    if (!from.partOf) return id
    const [row] = await on.query<{ parent: number }>(
      `select ${from.partOf.by} as parent from ${tableOf(from)} where id = $1`,
      [id],
    )
    if (!row) throw notFound()
    return documentId(on, register.get(from.partOf.area), row.parent)
  }

  /** The documents that hold records of this area, by the records' ids. */
  async function documentsOf(on: Queryable, ids: readonly number[]): Promise<Map<number, number>> {
    let found = new Map(ids.map((id) => [id, id]))
    for (let from = area; from.partOf; from = register.get(from.partOf.area)) {
      const rows = await on.query<{ id: number; parent: number }>(
        `select id, ${from.partOf.by} as parent from ${tableOf(from)} where id = any($1::bigint[])`,
        [[...new Set(found.values())]],
        `documents_of_${tableOf(from)}`,
      )
      const parents = new Map(rows.map(({ id, parent }) => [id, parent]))
      found = new Map([...found].flatMap(([id, at]) => (parents.has(at) ? [[id, parents.get(at) as number]] : [])))
    }
    return found
  }

  /** What stands before the fields of a row in paths of its document: `lines.2.`. */
  function placeIn(doc: Doc, id: number): string {
    const search = (from: Area, record: Doc, path: string): string | null => {
      if (from === area && record.id === id) return path
      for (const { field, area: child } of register.childrenOf(from.name))
        for (const [index, row] of rowsIn(record, field).entries()) {
          const found = search(child, row, `${path}${field}.${index}.`)
          if (found !== null) return found
        }
      return null
    }
    return search(root, doc, '') ?? ''
  }

  /** The record of this area with that id, somewhere in the document. */
  function targetIn(doc: Doc, id: number): Doc {
    const search = (from: Area, record: Doc): Doc | null => {
      if (from === area && record.id === id) return record
      for (const { field, area: child } of register.childrenOf(from.name))
        for (const row of rowsIn(record, field)) {
          const found = search(child, row)
          if (found) return found
        }
      return null
    }
    const found = search(root, doc)
    if (!found) throw notFound()
    return found
  }

  /**
   * Puts input into a document: what is not said stays, a new record gets its defaults, rows are matched by id. Rows out
   * of the caller's sight stay as they are: who says all rows says all that they see.
   */
  function apply(me: Principal, of: Area, record: Doc, values: Values, path: string, errors: Errors) {
    const isNew = record.id === undefined
    for (const [name, field] of columnsOf(of)) {
      if (name in values && !(field.options.fixed && !isNew)) record[name] = values[name] ?? null
      record[name] ??= isNew ? (field.options.default ?? (field.kind === 'choices' ? [] : null)) : null
    }
    if (isNew && of.lifecycle) record.status = (values.status as string | undefined) ?? of.lifecycle.start
    if (isNew && typeof values.id === 'number' && path === '') record.id = values.id
    for (const [name, field] of rowsOf(of)) {
      if (!(name in values)) {
        record[name] ??= []
        continue
      }
      const child = register.get(field.options.to ?? '')
      const hidden = rowsIn(record, name).filter((row) => isHiddenRow(register, child, row, me.portfolio))
      const shown = rowsIn(record, name).filter((row) => !hidden.includes(row))
      const olds = new Map(shown.map((row) => [row.id, row]))
      const seen = new Set<unknown>()
      const said = rowsIn(values, name).map((row, index) => {
        const standing = row.id === undefined ? undefined : olds.get(row.id)
        if (row.id !== undefined && (!standing || seen.has(row.id)))
          addError(errors, `${path}${name}.${index}.id`, textOf('validation.no_such_row'))
        seen.add(row.id)
        const now: Doc = standing ?? {}
        apply(me, child, now, row, `${path}${name}.${index}.`, errors)
        return now
      })
      record[name] = [...said, ...hidden]
    }
  }

  function faults(work: Work, doc: Doc): Problem[] {
    return check(work, root, doc, '')
  }

  function check(work: Work, of: Area, record: Doc, path: string, currency = record.currency): Problem[] {
    return [
      ...[
        ...minorUnitProblems(of, record, currency),
        ...(rulesOf(of.name).check?.(record as AnyRecord, work.context) ?? []),
      ].map((problem) => ({
        ...problem,
        field: path + (problem.field ?? ''),
      })),
      ...register
        .childrenOf(of.name)
        .flatMap(({ field, area: child }) =>
          rowsIn(record, field).flatMap((row, index) =>
            check(work, child, row, `${path}${field}.${index}.`, row.currency ?? currency),
          ),
        ),
    ]
  }

  function refuseUneditable(work: Work, change: Change, errors: Errors) {
    if (work.me === system || !change.before) return
    if (change.before.archived_at) throw conflict('archived', textOf('messages.record_archived'))
    const editable = rulesOf(root.name).editable?.(change.before as AnyRecord, work.context)
    if (!editable) return
    const { status } = change.before
    const text = root.lifecycle
      ? textOf('validation.not_editable_in', { state: textOf(`areas.${root.name}.states.${status}`) })
      : textOf('validation.not_editable')
    for (const path of changedPaths(change)) if (!editable(path.replace(/\.\d+/g, ''))) addError(errors, path, text)
  }

  function changedPaths({ before, after }: Change): string[] {
    const paths: string[] = []
    const walk = (of: Area, old: Doc | null, now: Doc, path: string) => {
      for (const [name, field] of columnsOf(of)) if (!same(field, old?.[name], now[name])) paths.push(path + name)
      for (const { field, area: child } of register.childrenOf(of.name)) {
        const olds = new Map(rowsIn(old, field).map((row) => [row.id, row]))
        const kept = rowsIn(now, field)
        if (kept.some((row) => row.id === undefined) || kept.length < olds.size) paths.push(path + field)
        kept.forEach((row, index) => {
          const standing = row.id === undefined ? undefined : olds.get(row.id)
          if (standing) walk(child, standing, row, `${path}${field}.${index}.`)
        })
      }
    }
    walk(root, before, after, '')
    return paths
  }

  function requireRight({ me }: Work, action: 'create' | 'edit' | 'delete') {
    if (me !== system && !kit.can(me.role, area.name, action)) throw forbidden()
  }

  function requireVersion(record: Doc, version: unknown) {
    if (version !== undefined && version !== record.version) throw new StaleVersion(Number(record.id))
  }

  // A schema is dear to build and dearer to run the first time: there is one for what each role may set.
  function createsOf(me: Principal) {
    return schemas(`create ${rightsOf(me)}`, () => createSchema(area, register, mayWriteOf(me)))
  }
  function editsOf(me: Principal) {
    return schemas(`edit ${rightsOf(me)}`, () => editSchema(area, register, mayWriteOf(me)))
  }
  function rightsOf(me: Principal) {
    return me === system ? 'system' : me.role
  }

  function mayWriteOf(me: Principal) {
    return (of: Area, field: string) => me === system || kit.mayWrite(me.role, of, field)
  }

  function parse(work: Work, schema: ReturnType<typeof createSchema>, input: Values): Values {
    if (work.me === system) return input
    const parsed = schema.safeParse(input, { reportInput: true })
    if (!parsed.success) throw invalid(issueTexts(parsed.error))
    return parsed.data
  }

  function moveText(name: string): Text {
    return textOf(`areas.${area.name}.moves.${name}`)
  }
  function stateText(state: string): Text {
    return textOf(`areas.${area.name}.states.${state}`)
  }

  /** A constraint that spoke before a rule did: somebody else was faster, or two rows of one input collide. */
  function explained(error: DbError): Error {
    if (error.code !== '23505' && error.code !== '23503') return error
    for (const candidate of register.areas)
      for (const [name] of columnsOf(candidate)) {
        const table = tableOf(candidate)
        if (error.constraint === `${table}_${name}_key` || error.constraint === `${table}_${name}`)
          return candidate.partOf && candidate.key?.includes(name)
            ? invalid({ [name]: [textOf('validation.duplicate_row')] })
            : invalid({ [name]: [textOf('validation.taken')] })
        if (error.constraint === `${table}_${name}_fkey`)
          return error.detail?.includes('still referenced')
            ? conflict('in_use', textOf('messages.in_use_by', { area: referrer(error) }))
            : invalid({ [name]: [textOf('validation.no_such_record')] })
      }
    const clash = register.areas.find((other) => error.constraint === `${tableOf(other)}_${other.key?.join('_')}_key`)
    if (!clash) return error
    return clash.partOf
      ? invalid({ [clash.key?.[0] ?? '']: [textOf('validation.duplicate_row')] })
      : invalid({ [clash.key?.at(-1) ?? '']: [textOf('validation.taken')] })
  }

  function referrer(error: DbError): Text {
    const other = register.areas.find((candidate) => tableOf(candidate) === error.table)
    return other ? textOf(`areas.${other.name}.name`) : textOf('messages.other_records')
  }
}

/** What is said to a record that stands; in an examination the lack of an id says that there is none. */
interface Edit {
  id?: number
  values: Values
}

/** The caller decided on a version that is not the present one; the route answers 409 with the record as it is. */
export class StaleVersion extends Error {
  constructor(readonly id: number) {
    super('stale version')
  }
}

/** What stands against a move, for the caller's eyes: permission, state, guards. */
export const verdicts = async (
  kit: Kit,
  work: Work,
  area: Area,
  rules: Rules,
  record: Doc,
): Promise<{ name: string; allowed: boolean; reason: Text | null; warnings?: Text[] }[]> => {
  const life = area.lifecycle
  if (!life) return []
  const named = Object.keys(life.moves).filter((name) => kit.can(work.me.role, area.name, moveAction(name)))
  return Promise.all(
    named.map(async (name) => {
      if (mayMove(life, name, String(record.status), work.me.role) !== 'allowed' || record.archived_at)
        return {
          name,
          allowed: false,
          reason: textOf('messages.illegal_move', {
            move: textOf(`areas.${area.name}.moves.${name}`),
            state: textOf(`areas.${area.name}.states.${record.status}`),
          }),
        }
      const problems = [
        ...(rules.guards?.[name]?.(record as AnyRecord, work.context) ?? []),
        ...((await kit.server(area.name).moves?.[name]?.guard?.(work, record, record)) ?? []),
      ]
      if (problems[0]) return { name, allowed: false, reason: problems[0].text }
      const warnings = (rules.cautions?.[name]?.(record as AnyRecord, work.context) ?? []).map(({ text }) => text)
      return { name, allowed: true, reason: null, ...(warnings.length > 0 ? { warnings } : {}) }
    }),
  )
}

const refuse = (errors: readonly Errors[]) => {
  const found = Object.assign({}, ...errors) as Errors
  if (Object.keys(found).length === 0) return
  const top = found['']?.[0]
  throw top && Object.keys(found).length === 1 ? invalid(found, top) : invalid(found)
}

const refusalOf = (problems: readonly Problem[]): Refusal => {
  const errors: Errors = {}
  for (const { field, text } of problems) addError(errors, field ?? '', text)
  const first = problems[0]
  // A guard that names fields wants them filled; one that does not says that the time has not come.
  return problems.some(({ field }) => field)
    ? invalid(errors, textOf('messages.move_needs'))
    : conflict('guard', first?.text ?? textOf('messages.invalid'))
}

const commentOf = (asked: Values): string | null => {
  const said = asked.comment ?? asked.reason
  return typeof said === 'string' && said !== '' ? said : null
}
