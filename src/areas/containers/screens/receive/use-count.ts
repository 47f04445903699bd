import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { dropDraft, findDrafts, keepDraft, slotFor } from '#web/kit/form/drafts.ts'
import { api, HttpError } from '#web/providers/http.ts'
import { containers as area } from '../../area'
import { goodsOf } from '../goods'
import { screenText } from '../texts'
import { bodyOf, type Count, countOf, isChanged, mergeCounts, type PackedRow } from './count'

/** The data of the server that the count needs. */
export interface Sheet {
  record: AnyRecord
  prefix: string | null
  blind: boolean
  rows: PackedRow[]
}

const readSheet = async (id: number, signal?: AbortSignal): Promise<Sheet> => {
  const [record, packed] = await Promise.all([
    api<AnyRecord>('GET', `${area.name}/${id}`, { ...(signal && { signal }) }),
    api<{ prefix: string | null; blind: boolean; cartons: PackedRow[] }>('GET', `${area.name}/${id}/cartons`, {
      ...(signal && { signal }),
    }),
  ])
  return { record, prefix: packed.prefix, blind: packed.blind, rows: packed.cartons }
}

/** The count of a container: stored on the device with every entry; saved on the server, and received there. */
export const useCount = (id: number, onReceived: (record: AnyRecord) => void) => {
  const refresh = useRefresh()
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [count, setCount] = useState<Count | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [area.name, 'count', id],
    queryFn: ({ signal }) => readSheet(id, signal),
    // The count is based on this response until it is saved, so it must not be refetched.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })

  useEffect(() => {
    if (!data || sheet) return
    void draftOf(id).then((draft) => {
      const saved = countOf(goodsOf(data.record))
      setSheet(data)
      const { count = { ...saved, scanned: draft?.scanned ?? [] }, base, version } = draft ?? {}
      const isStale = draft?.count !== undefined && version !== data.record.version
      setCount(isStale && base ? mergeCounts(base, count, saved) : count)
      if (isStale) setFault(screenText('receive.stale'))
    })
  }, [data, sheet, id])

  const change = useCallback(
    (edit: (count: Count) => Count) => {
      setCount((now) => {
        if (!now) return now
        const next = edit(now)
        keepDraft({
          slot: slotOf(id),
          at: new Date().toISOString(),
          values: { count: next },
          base: sheet && { ...countOf(goodsOf(sheet.record)) },
          version: sheet?.record.version ?? null,
        })
        return next
      })
    },
    [id, sheet],
  )

  /** Runs a request. On a conflict, loads the count of the other user and merges it. */
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFault(null)
    try {
      await work()
    } catch (failure) {
      if (!(failure instanceof HttpError)) throw failure
      const isStale = failure.statusCode === 409
      const record = isStale ? await api<AnyRecord>('GET', `${area.name}/${id}`).catch(() => null) : null
      if (sheet && record) {
        setSheet({ ...sheet, record })
        const [base, theirs] = [countOf(goodsOf(sheet.record)), countOf(goodsOf(record))]
        setCount((now) => now && mergeCounts(base, now, theirs))
      }
      setFault(
        record?.status === 'unloading'
          ? screenText('receive.stale')
          : [failure.message, ...Object.values(failure.errors ?? {}).flat()].join(' '),
      )
    } finally {
      setBusy(false)
    }
  }

  const send = async (): Promise<AnyRecord | null> => {
    if (!sheet || !count) return null
    const lines = goodsOf(sheet.record)
    if (!isChanged(count, lines)) return sheet.record
    await api('PATCH', `${area.name}/${id}`, {
      body: { version: sheet.record.version, lines: bodyOf(count, lines) },
    })
    const record = await api<AnyRecord>('GET', `${area.name}/${id}`)
    setSheet({ ...sheet, record })
    storeScanned(id, count.scanned, record.version)
    return record
  }

  const save = (onSaved: () => void) =>
    attempt(async () => {
      await send()
      await refresh([area.name, 'count', id])
      onSaved()
    })

  const receive = () =>
    attempt(async () => {
      const record = await send()
      if (!record) return
      await api('POST', `${area.name}/${id}/moves/receive`, {
        body: { version: record.version, received_on: today() },
      })
      dropDraft(slotOf(id))
      await refresh([area.name, 'count', id])
      onReceived(record)
    })

  return { sheet, count, fault, isBusy, error, refetch, change, save, receive }
}

/** Separate from the drafts of the container's form, which would otherwise restore the count. */
const counts = `${area.name}/count`
const slotOf = (id: number) => slotFor(counts, id, 'count')

/** The server does not store which cartons were scanned; without this they could be counted again after a break. */
const storeScanned = (id: number, scanned: Count['scanned'], version: number) => {
  if (scanned.length === 0) return dropDraft(slotOf(id))
  keepDraft({ slot: slotOf(id), at: new Date().toISOString(), values: { scanned }, base: null, version })
}

/** The draft on the device: an unsaved count, or the scanned cartons of a saved one. */
const draftOf = async (id: number): Promise<KeptCount | null> => {
  const draft = (await findDrafts(counts, id)).find(({ slot }) => slot === slotOf(id))
  return draft ? { ...draft.values, base: draft.base as Count | null, version: draft.version } : null
}

interface KeptCount {
  count?: Count
  scanned?: string[]
  /** The server's count when counting began. */
  base: Count | null
  version: number | null
}
