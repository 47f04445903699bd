import { useKeys } from '@refinedev/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Pin, PinComment } from '#shared/kit/wire/pin.ts'
import { api } from '#web/providers/http.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'

/** The comments pinned to a file, and ways to add to them. */
export const usePins = (file: number) => {
  const client = useQueryClient()
  const { keys } = useKeys()
  const [busy, setBusy] = useState(false)
  const key = ['files', 'pins', file]
  const { data: pins = [], isLoading } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api<Pin[]>('GET', `files/${file}/pins`, { signal }),
  })
  /** Answers with the pins as they are then; undefined where it was refused, which is said. */
  const send = async (path: string, body: object, method: 'POST' | 'PATCH' | 'DELETE' = 'POST') => {
    setBusy(true)
    try {
      const answer = await api<Pin[]>(method, `files/${file}/pins${path}`, { body })
      client.setQueryData(key, answer)
      void client.invalidateQueries({ queryKey: ['files', 'record-pins'] })
      // The file's record tells of it in its history.
      void client.invalidateQueries({ queryKey: keys().audit().get() })
      return answer
    } catch (error) {
      notifyFailure(error)
      // Somebody else may have changed them: what is shown then is what is.
      void client.invalidateQueries({ queryKey: key })
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return {
    pins,
    isLoading,
    busy,
    add: (values: NewPin) => send('', values),
    answer: (pin: number, body: string) => send(`/${pin}/answers`, { body }),
    edit: (pin: number, { id, version }: Version, body: string) =>
      send(`/${pin}/comments/${id}`, { body, version }, 'PATCH'),
    remove: (pin: number, { id, version }: Version) => send(`/${pin}/comments/${id}`, { version }, 'DELETE'),
    settle: (pin: Pin) => send(`/${pin.id}/${pin.resolved_at ? 'reopen' : 'resolve'}`, {}),
  }
}
export type Pins = ReturnType<typeof usePins>

type Version = Pick<PinComment, 'id' | 'version'>

export interface NewPin {
  page: number
  x: number
  y: number
  body: string
  visibility?: Pin['visibility']
}
