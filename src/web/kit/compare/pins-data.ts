import { useKeys } from '@refinedev/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Pin, PinComment } from '#shared/kit/wire/pin.ts'
import { api } from '#web/providers/http.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'

/** The pins of a file with their comments, and the writes on them. */
export const usePins = (file: number) => {
  const client = useQueryClient()
  const { keys } = useKeys()
  const [isBusy, setBusy] = useState(false)
  const key = ['files', 'pins', file]
  const { data: pins = [], isLoading } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api<Pin[]>('GET', `files/${file}/pins`, { signal }),
  })
  /** Sends a write and returns the file's current pins; undefined if it failed, which is shown as a notice. */
  const send = async (path: string, body: object, method: 'POST' | 'PATCH' | 'DELETE' = 'POST') => {
    setBusy(true)
    try {
      const currentPins = await api<Pin[]>(method, `files/${file}/pins${path}`, { body })
      client.setQueryData(key, currentPins)
      void client.invalidateQueries({ queryKey: ['files', 'record-pins'] })
      // The history of the file's record lists the change.
      void client.invalidateQueries({ queryKey: keys().audit().get() })
      return currentPins
    } catch (error) {
      notifyFailure(error)
      // Another person may have changed the pins, so they are fetched again.
      void client.invalidateQueries({ queryKey: key })
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return {
    pins,
    isLoading,
    busy: isBusy,
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
