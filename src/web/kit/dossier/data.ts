import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Dossier } from '#shared/kit/wire/dossier.ts'
import type { DossierForm } from '#shared/trade/dossier.ts'
import { api } from '#web/providers/http.ts'
import { watchDossier } from './watch'

/** The records that a dossier is about. */
export interface DossierTarget {
  area: string
  ids: readonly number[]
}

export interface DossierRequest extends DossierTarget {
  form: DossierForm
  language: Dossier['language']
  /** Makes a new dossier even if a current one exists. */
  anew?: boolean
}

export const isOpen = ({ status }: Dossier) => status === 'waiting' || status === 'making'

/** The account's dossiers, polled while one is being made. */
export const useDossiers = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api<Dossier[]>('GET', 'dossiers', { signal }),
    // The signed addresses expire.
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? 1500 : 10 * 60_000),
  })

/** The dossiers of the same records, newest first. */
export const dossiersOf = (dossiers: readonly Dossier[], { area, ids }: DossierTarget): Dossier[] => {
  const idKey = [...new Set(ids)].sort((a, b) => a - b).join()
  return dossiers.filter((dossier) => dossier.area === area && dossier.record_ids.join() === idKey)
}

/**
 * Functions that request and delete dossiers. A requested dossier is watched, also after the person leaves the page.
 */
export const useDossierCalls = () => {
  const client = useQueryClient()
  const reload = useCallback(() => client.invalidateQueries({ queryKey: key }), [client])
  const request = useCallback(
    async (body: DossierRequest) => {
      const dossier = await api<Dossier>('POST', 'dossiers', { body: body })
      if (isOpen(dossier)) watchDossier(dossier.id, reload)
      await reload()
      return dossier
    },
    [reload],
  )
  const remove = useCallback(
    async ({ id }: Dossier) => {
      await api('DELETE', `dossiers/${id}`)
      await reload()
    },
    [reload],
  )
  return { request, remove }
}

const key = ['dossiers']
