import { type FormEvent, useRef, useState } from 'react'
import { HttpError } from '#web/providers/http-error.ts'
import { notify } from '#web/shell/messages/messages.ts'

/** State of an account form: entries, the server's refusal, and whether it is being sent. */
export interface Entries<E> {
  values: E
  /** Sets a value and clears the errors of the previous values. */
  set: <K extends keyof E>(name: K, value: E[K]) => void
  clear: () => void
  /** The server's error at a field. */
  refusal: (name: string) => string | undefined
  busy: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * The state of a form that is sent once at a time. Errors are shown at their fields and in the message bar, the first
 * such field gets the focus, and no entry is lost.
 */
export const useEntries = <E extends object>(start: E, send: (values: E) => Promise<unknown>): Entries<E> => {
  const [values, setValues] = useState(start)
  const [refusals, setRefusals] = useState<Record<string, string[]>>({})
  const [busy, setBusy] = useState(false)
  const isRunning = useRef(false)

  const submit = async (form: HTMLFormElement) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setRefusals({})
    try {
      await send(values)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      setRefusals(error.errors ?? {})
      notify({ tone: 'danger', text: error.message, key: 'session' })
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  return {
    values,
    set: (name, value) => {
      setValues((now) => ({ ...now, [name]: value }))
      setRefusals({})
    },
    clear: () => setValues(start),
    refusal: (name) => refusals[name]?.[0],
    busy,
    onSubmit: (event) => {
      event.preventDefault()
      void submit(event.currentTarget)
    },
  }
}
