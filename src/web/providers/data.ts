import type { BaseKey, DataProvider, GetListParams, MetaQuery } from '@refinedev/core'
import simpleRest from '@refinedev/simple-rest'
import { register } from '#areas/index.ts'
import { api, http } from './http'
import { type ListPart, listQueryOf, listUrl } from './list-url'
import { consumePrefetch, peekPrefetch } from './prefetch'

const rest = simpleRest('/api', http)

/**
 * Refine's way to the API. `@refinedev/simple-rest` writes; reading is our own, because the package knows five
 * operators, cannot cancel and takes a total of zero for none. Failures are HttpError with the fields' errors.
 */
export const dataProvider: DataProvider = {
  ...rest,

  getList: async (params) => {
    const url = urlOf(params)
    const early = await consumePrefetch(url)
    // biome-ignore lint/suspicious/noExplicitAny: what Refine's caller says its records are
    if (early) return early as { data: any[]; total: number }
    const { data, headers } = await http.get(url, signalOf(params.meta))
    return { data, total: Number(headers['x-total-count'] ?? data.length) }
  },

  getOne: async ({ resource, id, meta }) => {
    const { data } = await http.get(`/api/${resource}/${encodeURIComponent(id)}`, signalOf(meta))
    return { data }
  },

  getMany: async ({ resource, ids, meta }) => {
    const { data } = await http.get(`/api/${resource}`, { params: idParams(ids), ...signalOf(meta) })
    return { data }
  },

  /** `meta.idempotencyKey` is the same for every try of one intention; without it each call is one of its own. */
  create: ({ meta, ...params }) => rest.create({ ...params, meta: keyed(meta) }),

  /** `meta.idempotencyKey` as above. */
  update: ({ meta, ...params }) => rest.update({ ...params, meta: keyed(meta) }),

  deleteOne: ({ meta, ...params }) => rest.deleteOne({ ...params, meta: keyed(meta) }),

  /** `meta.versions` holds each record's version by its id; the answer has a result per row. */
  updateMany: async ({ resource, ids, variables, meta }) => {
    const versions: Record<BaseKey, number> = meta?.versions ?? {}
    const rows = ids.map((id) => ({ id, version: versions[id] }))
    const { results } = await api<{ results: [] }>('PATCH', `${resource}/bulk`, { body: { rows, values: variables } })
    return { data: results }
  },

  /** A path under `/api`; unlike the package's, the query is kept whatever the method. */
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

/** The `meta` of a list: its query as the address says it, in place of Refine's filters and sorters. */
export interface ListMeta {
  listQuery: ListPart
}

/** The answer to a list that was prefetched by `boot-early.js`, once. */
export const prefetchedListFor = (params: GetListParams) => peekPrefetch(urlOf(params))

const urlOf = ({ resource, pagination, filters, sorters, meta }: GetListParams) => {
  const { currentPage = 1, pageSize = 25, mode = 'server' } = pagination ?? {}
  const page = mode === 'server' ? currentPage : 1
  const part = isListMeta(meta) ? meta.listQuery : listQueryOf(filters, sorters)
  const query = { ...part, start: (page - 1) * pageSize, end: page * pageSize }
  return listUrl(resource, query, register.find(resource))
}

/** Refine puts the address's parameters into `meta`: a text of that name is one of them. */
const isListMeta = (meta: MetaQuery | undefined): meta is ListMeta => typeof meta?.listQuery === 'object'

/** Refine mixes its query's context into `meta`. */
const signalOf = (meta: MetaQuery | undefined): { signal?: AbortSignal } => {
  const signal: AbortSignal | undefined = meta?.signal
  return signal ? { signal } : {}
}

/**
 * All of `meta` that a write heeds. Refine puts the address's parameters into it and the package takes method and
 * headers out of it: with a link that ends in `?method=delete`, saving would delete.
 */
const keyed = ({ idempotencyKey }: MetaQuery = {}): MetaQuery =>
  idempotencyKey ? { headers: { 'Idempotency-Key': idempotencyKey } } : {}

const idParams = (ids: BaseKey[]) => new URLSearchParams(ids.map((id) => ['id', String(id)]))
