import { type FormEvent, useRef, useState } from 'react'
import { HttpError } from '#web/providers/http-error.ts'
import { notify } from '#web/shell/messages/messages.ts'

/** The entries of an account form: what is typed, what the server refused, and whether it is being sent. */
export interface Entries<E> {
  values: E
  /** Another value; what the server said of the former ones is no longer so. */
  set: <K extends keyof E>(name: K, value: E[K]) => void
  clear: () => void
  /** What the server said of a field. */
  refusal: (name: string) => string | undefined
  busy: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * A form that is sent once at a time: a refusal stands at the fields it names and in the message bar, the first such
 * field takes the focus, and nothing that was typed is lost.
 */
export const useEntries = <E extends object>(start: E, send: (values: E) => Promise<unknown>): Entries<E> => {
  const [values, setValues] = useState(start)
  const [refusals, setRefusals] = useState<Record<string, string[]>>({})
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  const submit = async (form: HTMLFormElement) => {
    if (running.current) return
    running.current = true
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
      running.current = false
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
