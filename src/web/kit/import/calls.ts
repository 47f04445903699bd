import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Encoding } from '#shared/delimited/decode.ts'
import type { Area } from '#shared/kit/area.ts'
import type { ImportRecord, ImportRow, ImportSettings, NewName, Outcome } from '#shared/kit/wire/import.ts'
import { listName } from '#shared/kit/worklist.ts'
import { download } from '#web/kit/files/download.ts'
import { api, http } from '#web/providers/http.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'

/** Loads an import, and polls it while the server is working on it. */
export const useImportRecord = (area: Area, id: string | null) =>
  useQuery({
    queryKey: keyOf(area, id),
    queryFn: ({ signal }) => api<ImportRecord>('GET', `imports/${id}`, { signal }),
    enabled: id !== null,
    placeholderData: undefined,
    refetchInterval: ({ state }) => (isBusy(state.data) ? 700 : false),
  })

/** Returns a function that caches a response of the server for `useImportRecord`. */
export const useTakeAnswer = (area: Area) => {
  const client = useQueryClient()
  return (record: ImportRecord) => client.setQueryData(keyOf(area, String(record.id)), record)
}

/** The person's recent imports into the area. */
export const useRecentImports = (area: Area) =>
  useQuery({
    queryKey: ['imports', listName(area)],
    queryFn: ({ signal }) =>
      api<Pick<ImportRecord, 'id' | 'file_name' | 'created_at' | 'status' | 'row_count'>[]>(
        'GET',
        `${listName(area)}/import`,
        { signal },
      ),
    staleTime: 0,
  })

/** A page of the documents with their outcomes. */
export const useImportRows = (area: Area, record: ImportRecord, outcome: Outcome | null, page: number) =>
  useQuery({
    queryKey: [...keyOf(area, String(record.id)), 'rows', record.status, record.counts, outcome, page],
    queryFn: async ({ signal }) => {
      const params = new URLSearchParams({ _start: String((page - 1) * pageSize), _end: String(page * pageSize) })
      if (outcome) params.set('outcome', outcome)
      const { data, headers } = await http.get<ImportRow[]>(`/api/imports/${record.id}/rows`, {
        params,
        signal,
      })
      return { rows: data, total: Number(headers['x-total-count']) }
    },
  })

/** A page of the names that records of an area would be created for. */
export const useNewNames = (record: ImportRecord, area: string, page: number) =>
  useQuery({
    queryKey: ['import', record.area, String(record.id), 'names', record.status, record.missing, area, page],
    queryFn: async ({ signal }) => {
      const params = { area, _start: (page - 1) * namesSize, _end: page * namesSize }
      const { data, headers } = await http.get<NewName[]>(`/api/imports/${record.id}/names`, { params, signal })
      return { names: data, total: Number(headers['x-total-count']) }
    },
    placeholderData: keepPreviousData,
  })

/** Options for reading a file that may be detected wrongly. */
export interface ReadOptions {
  encoding?: Encoding | undefined
  sheet?: string | undefined
}

export const uploadFile = async (
  area: Area,
  file: File,
  options: ReadOptions,
  onProgress: (share: number) => void = () => {},
): Promise<ImportRecord> => {
  const { data } = await http.post<ImportRecord>(`/api/${listName(area)}/import`, file, {
    params: { file_name: file.name, ...options },
    headers: { 'Content-Type': 'application/octet-stream' },
    timeout: 0,
    onUploadProgress: ({ progress }) => onProgress(progress ?? 0),
  })
  files.set(data.id, file)
  return data
}

/** The file of an import, to read it again with other options; undefined after a reload of the page. */
export const fileOf = (record: ImportRecord): File | undefined => files.get(record.id)
const files = new Map<number, File>()

/** Uploads the file again with other options, and deletes the earlier import. Throws HttpError. */
export const rereadFile = async (
  area: Area,
  record: ImportRecord,
  file: File,
  options: ReadOptions,
): Promise<ImportRecord> => {
  const next = await uploadFile(area, file, options)
  files.delete(record.id)
  await removeImport(record.id).catch(() => {})
  return next
}

/** Deletes an import; records that it has written stay. Throws HttpError. */
export const removeImport = (id: number) => api('DELETE', `imports/${id}`)

export const saveSettings = (id: number, settings: Partial<ImportSettings>) =>
  api<ImportRecord>('PATCH', `imports/${id}`, { body: settings })

export const startCheck = (id: number) => api<ImportRecord>('POST', `imports/${id}/preview`, { body: {} })

export const startWriting = (id: number, idempotencyKey: string) =>
  api<ImportRecord>('POST', `imports/${id}/commit`, { body: {}, idempotencyKey })

/** Documents per page of the preview. */
export const pageSize = 25
/** New names per page. */
export const namesSize = 10

/** Downloads the rejected rows in the format of the imported file. */
export const fetchRejected = ({ id, sheet }: ImportRecord) =>
  download(`/api/imports/${id}/rejected`, `rejected.${sheet === null ? 'csv' : 'xlsx'}`).catch(notifyFailure)

export const isBusy = (record: Pick<ImportRecord, 'status'> | undefined) =>
  record?.status === 'checking' || record?.status === 'writing'

const keyOf = (area: Area, id: string | null) => ['import', listName(area), id]
