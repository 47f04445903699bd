import type {
  BaseKey,
  BaseRecord,
  DataProvider,
  GetListParams,
  GetListResponse,
  GetOneParams,
  MetaQuery,
} from '@refinedev/core'
import simpleRest from '@refinedev/simple-rest'
import { register } from '#register'
import type { AnyRecord } from '#shared/kit/area.ts'
import { maxPage } from '#shared/kit/list-query.ts'
import { api, http } from './http'
import { type ListPart, listQueryOf, listUrl } from './list-url'
import { consumePrefetch, peekPrefetch } from './prefetch'

const rest = simpleRest('/api', http)

/**
 * Refine's data provider. `@refinedev/simple-rest` writes; reading is implemented here, because the package has only
 * five operators, cannot cancel requests and does not handle a missing total. Failures are thrown as HttpError with
 * errors by field.
 */
export const dataProvider: DataProvider = {
  ...rest,

  getList: async <Row extends BaseRecord>(params: GetListParams) => {
    const url = urlOf(params)
    const prefetched = await consumePrefetch(url)
    if (prefetched) return prefetched as GetListResponse<Row>
    const { data, headers } = await http.get(url, signalOf(params.meta))
    return { data, total: Number(headers['x-total-count'] ?? data.length) }
  },

  getOne: async <Row extends BaseRecord>({ resource, id, meta }: GetOneParams) => {
    const url = `/api/${resource}/${encodeURIComponent(id)}`
    const prefetched = await consumePrefetch(url)
    if (prefetched) return { data: prefetched as AnyRecord as Row }
    const { data } = await http.get(url, signalOf(meta))
    return { data }
  },

  getMany: async ({ resource, ids, meta }) => {
    const portions = Array.from({ length: Math.ceil(ids.length / maxPage) }, (_, index) =>
      ids.slice(index * maxPage, (index + 1) * maxPage),
    )
    const answers = await Promise.all(
      portions.map((portion) => http.get(`/api/${resource}`, { params: idParams(portion), ...signalOf(meta) })),
    )
    return { data: answers.flatMap(({ data }) => data) }
  },

  /**
   * `meta.idempotencyKey` must be the same for every attempt of one action; without it each call is an action of its
   * own.
   */
  create: ({ meta, ...params }) => rest.create({ ...params, meta: keyed(meta) }),

  /** `meta.idempotencyKey` as in `create`. */
  update: ({ meta, ...params }) => rest.update({ ...params, meta: keyed(meta) }),

  deleteOne: ({ meta, ...params }) => rest.deleteOne({ ...params, meta: keyed(meta) }),

  /** `meta.versions` has the version of each record by id. The answer has a result for each record. */
  updateMany: async ({ resource, ids, variables, meta }) => {
    const versions: Record<BaseKey, number> = meta?.versions ?? {}
    const rows = ids.map((id) => ({ id, version: versions[id] }))
    const { results } = await api<{ results: [] }>('PATCH', `${resource}/bulk`, { body: { rows, values: variables } })
    return { data: results }
  },

  /** Requests a path under `/api`. Unlike in the package, the query is sent with every method. */
  custom: async ({ url, method, query, payload, headers, meta }) => {
    const { data } = await http.request({
      url,
      method,
      params: query,
      ...(payload === undefined ? {} : { data: payload }),
      ...(headers ? { headers } : {}),
      ...signalOf(meta),
    })
    return { data }
  },
}

/** The `meta` of a list: its query, instead of Refine's filters and sorters. */
export interface ListMeta {
  listQuery: ListPart
}

/** The answer to a list that `boot-early.js` prefetched, if it has arrived. Can be read once. */
export const prefetchedListFor = (params: GetListParams) => peekPrefetch(urlOf(params))

const urlOf = ({ resource, pagination, filters, sorters, meta }: GetListParams) => {
  const { currentPage = 1, pageSize = 25, mode = 'server' } = pagination ?? {}
  const page = mode === 'server' ? currentPage : 1
  const part = isListMeta(meta) ? meta.listQuery : listQueryOf(filters, sorters)
  const query = { ...part, start: (page - 1) * pageSize, end: page * pageSize }
  return listUrl(resource, query, register.find(resource))
}

/** A type guard, because Refine merges the address parameters into `meta`. */
const isListMeta = (meta: MetaQuery | undefined): meta is ListMeta => typeof meta?.listQuery === 'object'

/** The abort signal, which Refine passes in `meta`. */
const signalOf = (meta: MetaQuery | undefined): { signal?: AbortSignal } => {
  const signal: AbortSignal | undefined = meta?.signal
  return signal ? { signal } : {}
}

/**
 * Keeps only the idempotency key of `meta`. Refine merges the address parameters into `meta`, and the package takes
 * method and headers from it: a link with `?method=delete` would turn a save into a deletion.
 */
const keyed = ({ idempotencyKey }: MetaQuery = {}): MetaQuery =>
  idempotencyKey ? { headers: { 'Idempotency-Key': idempotencyKey } } : {}

/** With an explicit end, since a list returns only 25 records by default. */
const idParams = (ids: BaseKey[]) =>
  new URLSearchParams([...ids.map((id) => ['id', String(id)]), ['_end', String(ids.length)]])
