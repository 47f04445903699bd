import type { BaseKey, DataProvider, GetListParams, MetaQuery } from '@refinedev/core'
import simpleRest from '@refinedev/simple-rest'
import { register } from '#register'
import { maxPage } from '#shared/kit/list-query.ts'
import { api, http } from './http'
import { type ListPart, listQueryOf, listUrl } from './list-url'
import { consumePrefetch, peekPrefetch } from './prefetch'

const rest = simpleRest('/api', http)

/**
 * Refine's data provider. `@refinedev/simple-rest` writes; reading is our own, because the package has only five
 * operators, cannot cancel and treats a missing total as none. Failures are HttpError with field errors.
 */
export const dataProvider: DataProvider = {
  ...rest,

  getList: async (params) => {
    const url = urlOf(params)
    const early = await consumePrefetch(url)
    // biome-ignore lint/suspicious/noExplicitAny: the record type is the caller's
    if (early) return early as { data: any[]; total: number }
    const { data, headers } = await http.get(url, signalOf(params.meta))
    return { data, total: Number(headers['x-total-count'] ?? data.length) }
  },

  getOne: async ({ resource, id, meta }) => {
    const url = `/api/${resource}/${encodeURIComponent(id)}`
    const early = await consumePrefetch(url)
    // biome-ignore lint/suspicious/noExplicitAny: the record type is the caller's
    if (early) return { data: early as any }
    const { data } = await http.get(url, signalOf(meta))
    return { data }
  },

  getMany: async ({ resource, ids, meta }) => {
    const portions = Array.from({ length: Math.ceil(ids.length / maxPage) }, (_, at) =>
      ids.slice(at * maxPage, (at + 1) * maxPage),
    )
    const answers = await Promise.all(
      portions.map((portion) => http.get(`/api/${resource}`, { params: idParams(portion), ...signalOf(meta) })),
    )
    return { data: answers.flatMap(({ data }) => data) }
  },

  /** `meta.idempotencyKey` is the same for every attempt of one action; without it each call is a separate one. */
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

  /** A path under `/api`; unlike the package's, the query is sent with every method. */
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

/** The `meta` of a list: its query from the address, instead of Refine's filters and sorters. */
export interface ListMeta {
  listQuery: ListPart
}

/** The answer to a list that `boot-early.js` prefetched, once. */
export const prefetchedListFor = (params: GetListParams) => peekPrefetch(urlOf(params))

const urlOf = ({ resource, pagination, filters, sorters, meta }: GetListParams) => {
  const { currentPage = 1, pageSize = 25, mode = 'server' } = pagination ?? {}
  const page = mode === 'server' ? currentPage : 1
  const part = isListMeta(meta) ? meta.listQuery : listQueryOf(filters, sorters)
  const query = { ...part, start: (page - 1) * pageSize, end: page * pageSize }
  return listUrl(resource, query, register.find(resource))
}

/** Refine merges the address's parameters into `meta`, so the type is checked. */
const isListMeta = (meta: MetaQuery | undefined): meta is ListMeta => typeof meta?.listQuery === 'object'

/** Refine mixes its query's context into `meta`. */
const signalOf = (meta: MetaQuery | undefined): { signal?: AbortSignal } => {
  const signal: AbortSignal | undefined = meta?.signal
  return signal ? { signal } : {}
}

/**
 * The only part of `meta` that writes use. Refine merges the address's parameters into it and the package takes method
 * and headers from it: a link with `?method=delete` would turn a save into a deletion.
 */
const keyed = ({ idempotencyKey }: MetaQuery = {}): MetaQuery =>
  idempotencyKey ? { headers: { 'Idempotency-Key': idempotencyKey } } : {}

/** The whole portion: without its end a list answers its first 25. */
const idParams = (ids: BaseKey[]) =>
  new URLSearchParams([...ids.map((id) => ['id', String(id)]), ['_end', String(ids.length)]])
