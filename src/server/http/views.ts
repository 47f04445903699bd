import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { findListed } from '#areas/worklists.ts'
import type { Queryable } from '#server/db/types.ts'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { conflict, forbidden, invalid, malformed, notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { keyOf, once, payloadOf } from '#server/plugins/idempotency.ts'
import { type Area, allFields } from '#shared/kit/area.ts'
import { operators } from '#shared/kit/filter.ts'
import { listParams, pageSizes, parseListQuery } from '#shared/kit/list-query.ts'
import { isRole, roles, type Subject, subjectOf } from '#shared/kit/roles.ts'
import { audiences, densities, mayShareViews, type SavedView, type ViewState } from '#shared/kit/saved-view.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { listName } from '#shared/kit/worklist.ts'

/**
 * `/api/views`: saved views of lists. A person sees their own, those of their role and those shared with everybody,
 * without fields that the role may not read; owners change them, administrators change shared ones.
 */
export const viewRoutes = (app: FastifyInstance, { kit }: { kit: Kit }) => {
  route(
    app,
    {
      method: 'GET',
      url: '/api/views',
      tags,
      summary: 'Saved views of a list that the caller sees',
      query: z.strictObject({ area: z.string({ error: 'views.no_such_list' }) }),
      answer: { description: 'The views, ordered by name.', schema: z.array(viewAnswer) },
      refusals: [400, 401, 403],
    },
    async ({ me }, { query }) => {
      const area = areaOf(kit, me, query.area)
      const rows = await kit.db.query<Row>(
        `${select} and v.area = $4 ${order}`,
        [...seenBy(me), listName(area)],
        'views_list',
      )
      return rows.map((row) => viewFor(kit, area, me, row))
    },
  )

  route(
    app,
    {
      method: 'POST',
      url: '/api/views',
      tags,
      summary: 'Save a view',
      body: newView,
      keyed: true,
      answer: { status: 201, description: 'The view.', schema: viewAnswer },
      refusals: [400, 401, 403, 409, 422],
    },
    async (request, { body: { area: name, ...input } }, reply) => {
      const area = areaOf(kit, request.me, name)
      const answer = await once(kit.db, keyOf(request), async (tx) => {
        await lockList(tx, listName(area))
        const existing = await tx.query('select 1 from saved_views where area = $1 and owner_id = $2 limit $3', [
          listName(area),
          request.me.id,
          maxViews,
        ])
        if (existing.length >= maxViews) throw invalid({ name: [textOf('views.too_many', { max: maxViews })] })
        return { status: 201, body: await saveView(tx, { kit, me: request.me, area, before: null }, input) }
      })
      return reply.code(answer.status).send(payloadOf(answer))
    },
  )

  route(
    app,
    {
      method: 'PATCH',
      url: '/api/views/:id',
      tags,
      summary: 'Change a view',
      params,
      body: changedView,
      answer: { description: 'The view.', schema: viewAnswer },
      refusals: [401, 403, 404, 409, 422],
    },
    async (request, { params: { id }, body: { version, ...changes } }) => {
      const answer = await once(kit.db, keyOf(request), async (tx) => {
        const before = await lockedView(tx, request.me, id)
        const area = areaOf(kit, request.me, before.area)
        if (before.version !== version) throw stale(viewFor(kit, area, request.me, before))
        const target = { kit, me: request.me, area, before }
        return { status: 200, body: await saveView(tx, target, { ...inputOf(before), ...changes }) }
      })
      return payloadOf(answer)
    },
  )

  route(
    app,
    {
      method: 'DELETE',
      url: '/api/views/:id',
      tags,
      summary: 'Delete a view',
      params,
      body: versionOnly,
      answer: { description: 'Deleted.', schema: z.object({ id: z.int() }) },
      refusals: [401, 403, 404, 409],
    },
    async (request, { params: { id }, body: { version } }) => {
      const answer = await once(kit.db, keyOf(request), async (tx) => {
        // `areaOf` is not checked: a person who has lost access to an area may still delete their views of it.
        const before = await lockedView(tx, request.me, id)
        if (before.version !== version) throw stale({ id, version: before.version })
        await tx.query('delete from saved_views where id = $1', [id], 'view_delete')
        return { status: 200, body: { id } }
      })
      return payloadOf(answer)
    },
  )
}

/** Locks the list of a view and returns the view; 404 or 403 if the caller may not change it. */
const lockedView = async (tx: Queryable, me: Principal, id: number): Promise<Row> => {
  const { area } = await changeableView(tx, me, id)
  await lockList(tx, area)
  return changeableView(tx, me, id)
}

/** Serialises the writes of a list's views, so that there is never more than one default view. */
const lockList = (tx: Queryable, list: string) =>
  tx.query("select pg_advisory_xact_lock(hashtext('saved_views ' || $1))", [list], 'views_lock')

/** The view; throws 404 if the caller does not see it, and 403 if they see but may not change it. */
const changeableView = async (tx: Queryable, me: Principal, id: number): Promise<Row> => {
  const [row] = await tx.query<Row>(`${select} and v.id = $4`, [...seenBy(me), id], 'view_find')
  if (!row) throw notFound()
  if (!mayChange(me, row)) throw forbidden()
  return row
}

/** The view to write and its context. */
interface Target {
  kit: Kit
  me: Principal
  area: Area
  /** The view to change; null for a new one. */
  before: Row | null
}

/** Checks and writes a new or changed view; throws 403 or 422. */
const saveView = async (tx: Queryable, { kit, me, area, before }: Target, input: ViewInput) => {
  if (input.shared_with !== 'private' && !mayShareViews(me.role)) throw forbidden()
  const owner = before?.owner_id ?? me.id
  const errors = problemsOf(kit, area, subjectOf(me), input)
  const sameName = await tx.query(
    'select 1 from saved_views where area = $1 and owner_id = $2 and lower(name) = lower($3) and id <> $4',
    [listName(area), owner, input.name, before?.id ?? 0],
    'view_twin',
  )
  if (sameName.length > 0) errors.name = [textOf('views.name_taken')]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const role = input.shared_with === 'role' ? input.role : null
  if (input.is_default)
    await tx.query(
      `update saved_views set is_default = false, version = version + 1
       where area = $1 and is_default and shared_with = $2 and id <> $5
         and case $2 when 'private' then owner_id = $3 else role is not distinct from $4 end`,
      [listName(area), input.shared_with, owner, role, before?.id ?? 0],
      'view_default_give_up',
    )
  const values = [input.name, input.shared_with, role, input.is_default, JSON.stringify(input.state)]
  const [{ id } = { id: 0 }] = before
    ? await tx.query<{ id: number }>(
        `update saved_views set name = $1, shared_with = $2, role = $3, is_default = $4, state = $5::jsonb,
           version = version + 1, updated_at = now() where id = $6 returning id`,
        [...values, before.id],
        'view_save',
      )
    : await tx.query<{ id: number }>(
        `insert into saved_views (name, shared_with, role, is_default, state, area, owner_id)
         values ($1, $2, $3, $4, $5::jsonb, $6, $7) returning id`,
        [...values, listName(area), owner],
        'view_make',
      )
  // Read as its owner: an administrator who unshares a view no longer sees it.
  const [row] = await tx.query<Row>(`${select} and v.id = $4`, [owner, me.role, false, id], 'view_find')
  if (!row) throw notFound()
  return viewFor(kit, area, me, row)
}

interface Row extends Omit<SavedView, 'owner' | 'may_change'> {
  owner_id: number
  owner_name: string
}

const tags = ['Saved views'] as const
const params = z.object({ id: idParam })

/** The maximum number of views per person and list. */
const maxViews = 50

/** A text that PostgreSQL accepts: without NUL and, in JSON, without lone surrogates. */
const storable = (text: z.ZodString) => text.refine((given) => !/[\p{Cc}\p{Cs}]/u.test(given), 'control_characters')

const viewName = storable(z.string().trim().min(1, 'required').max(80))
const viewState = z.strictObject({
  q: storable(z.string().max(200)).default(''),
  filters: z
    .array(
      z.strictObject({
        field: z.string().max(100),
        op: z.enum(operators),
        values: z
          .array(storable(z.string().max(255)))
          .min(1)
          .max(100),
      }),
    )
    .max(50)
    .default([]),
  sort: z
    .array(z.strictObject({ field: z.string().max(100), desc: z.boolean() }))
    .max(4)
    .default([]),
  columns: z.array(z.string().max(100)).min(1).max(100).nullable().default(null),
  density: z.enum(densities).nullable().default(null),
  size: z.literal(pageSizes).nullable().default(null),
})

/** The body to save a view. */
export const newView = z.strictObject({
  area: z.string().max(100),
  name: viewName,
  state: viewState,
  shared_with: z.enum(audiences).default('private'),
  role: z.enum(roles).nullable().default(null),
  is_default: z.boolean().default(false),
})
/** The body to change a view. */
export const changedView = z.strictObject({
  version: z.int().positive(),
  name: viewName.optional(),
  state: viewState.optional(),
  shared_with: z.enum(audiences).optional(),
  role: z.enum(roles).nullable().optional(),
  is_default: z.boolean().optional(),
})
const versionOnly = z.strictObject({ version: z.int().positive() })

const viewAnswer = z
  .object({
    id: z.int(),
    version: z.int(),
    area: z.string(),
    name: z.string(),
    owner: z.object({ id: z.int(), title: z.string().nullable() }),
    shared_with: z.enum(audiences),
    role: z.enum(roles).nullable(),
    is_default: z.boolean(),
    state: z.object({
      q: z.string(),
      filters: z.array(z.object({ field: z.string(), op: z.string(), values: z.array(z.string()) })),
      sort: z.array(z.object({ field: z.string(), desc: z.boolean() })),
      columns: z.array(z.string()).nullable(),
      density: z.string().nullable(),
      size: z.int().nullable(),
    }),
    may_change: z.boolean(),
  })
  .meta({ id: 'SavedView' })

/** The values of a view that people set. */
type ViewInput = Omit<z.output<typeof newView>, 'area'>

const inputOf = ({ name, state, shared_with, role, is_default }: Row): ViewInput => ({
  name,
  state,
  shared_with,
  role,
  is_default,
})

/** Selects the caller's own views, those of the role and those for everybody; administrators see those of all roles. */
const select = `
  select v.id, v.version, v.area, v.name, v.owner_id, u.full_name as owner_name, v.shared_with, v.role, v.is_default,
    v.state
  from saved_views v join users u on u.id = v.owner_id
  where (v.owner_id = $1 or v.shared_with = 'all' or (v.shared_with = 'role' and (v.role = $2 or $3::boolean)))`
const order = 'order by v.name, v.id'
const seenBy = ({ id, role }: Principal) => [id, role, role === 'admin']

const mayChange = (me: Principal, { owner_id, shared_with }: Row) =>
  owner_id === me.id || (me.role === 'admin' && shared_with !== 'private')

const areaOf = (kit: Kit, me: Principal, name: string): Area => {
  const area = kit.register.find(name) ?? findListed(name)
  if (!area?.path || area.single) throw malformed('area', textOf('views.no_such_list'))
  if (!kit.can(me.role, area.name, 'read')) throw forbidden()
  if (area.worklist && !kit.can(me.role, `page:${area.path}`, 'open')) throw forbidden()
  return area
}

const stale = (current: object) => conflict('stale', textOf('views.stale'), { current })

const viewFor = (kit: Kit, area: Area, me: Principal, row: Row): SavedView => {
  const { owner_id, owner_name, state, ...view } = row
  return {
    ...view,
    owner: { id: owner_id, title: mayShareViews(me.role) ? owner_name : null },
    state: narrowed(kit, area, subjectOf(me), state),
    may_change: mayChange(me, row),
  }
}

const readerOf = (kit: Kit, area: Area, reader: Subject) => (field: string) => kit.mayRead(reader, area, field)

const isColumn = (kit: Kit, area: Area, reader: Subject) => {
  const fields = allFields(area)
  return (name: string) =>
    Object.hasOwn(fields, name) &&
    fields[name]?.kind !== 'rows' &&
    !fields[name]?.options.filterOnly &&
    name !== 'version' &&
    kit.mayRead(reader, area, name)
}

/** The problems of a view by field: filters, sort orders and columns that its writer may not use. */
const problemsOf = (kit: Kit, area: Area, writer: Subject, { state, shared_with, role }: ViewInput) => {
  const errors: Record<string, Text[]> = Object.create(null)
  const add = (field: string, text: Text) => {
    errors[field] = [...(errors[field] ?? []), text]
  }
  const { problems } = parseListQuery(area, listParams(state), readerOf(kit, area, writer))
  for (const { field, text } of problems) add(`state.${field}`, text)
  const mayShow = isColumn(kit, area, writer)
  state.columns?.forEach((name, index) => {
    if (!mayShow(name)) add('state.columns', textOf('views.unknown_column', { name: name.slice(0, 40) }))
    else if (state.columns?.indexOf(name) !== index) add('state.columns', textOf('messages.given_twice'))
  })
  if (shared_with === 'role' && (!isRole(role) || !kit.can(role, area.name, 'read')))
    add('role', textOf('views.role_reads_not'))
  return errors
}

/** A view without fields that the reader may not read or that the area no longer has. */
const narrowed = (kit: Kit, area: Area, reader: Subject, state: ViewState): ViewState => {
  const readable = readerOf(kit, area, reader)
  const fields = allFields(area)
  const { query } = parseListQuery(area, listParams({ q: state.q, filters: state.filters }), readable)
  const columns = state.columns?.filter(isColumn(kit, area, reader)) ?? []
  return {
    ...state,
    q: query.q,
    filters: query.filters,
    sort: state.sort.filter(
      ({ field }) => Object.hasOwn(fields, field) && fields[field]?.options.sort && readable(field),
    ),
    columns: columns.length > 0 ? columns : null,
  }
}
