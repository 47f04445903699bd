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
  /** Makes it again where it is there already. */
  anew?: boolean
}

export const isOpen = ({ status }: Dossier) => status === 'waiting' || status === 'making'

/** The dossiers of this account; asked for again while one is being made. */
export const useDossiers = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api<Dossier[]>('GET', 'dossiers', { signal }),
    // Addresses expire, so an open page fetches new ones.
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? 1500 : 10 * 60_000),
  })

/** Those of the same records, the newest first. */
export const dossiersOf = (dossiers: readonly Dossier[], { area, ids }: DossierTarget): Dossier[] => {
  const wanted = [...new Set(ids)].sort((a, b) => a - b).join()
  return dossiers.filter((dossier) => dossier.area === area && dossier.record_ids.join() === wanted)
}

/** Requests and deletes dossiers; what follows of it is told wherever the person is then. */
export const useDossierCalls = () => {
  const client = useQueryClient()
  const reload = useCallback(() => client.invalidateQueries({ queryKey: key }), [client])
  const request = useCallback(
    async (wish: DossierRequest) => {
      const dossier = await api<Dossier>('POST', 'dossiers', { body: wish })
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
