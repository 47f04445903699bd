import { createContext, useContext, useEffect } from 'react'
import type { Area } from '#shared/kit/area.ts'

/** What the inputs of a form need to know about it. */
export interface FormScope {
  /** Whether the person may set the field; `path` is its path in the form (`lines.0.qty`). */
  mayEdit: (area: Area, path: string) => boolean
  /** The record as it was loaded, for titles of references; empty for a new one. */
  record: Readonly<Record<string, unknown>>
  /** Paths whose inputs show their own errors. */
  shown: Set<string>
}

export const FormScopeContext = createContext<FormScope>({ mayEdit: () => true, record: {}, shown: new Set() })
export const useFormScope = () => useContext(FormScopeContext)

/**
 * Registers the path of an input that shows its own errors; errors of other paths are listed at the top of the form.
 */
export const useShownPath = (path: string) => {
  const { shown } = useFormScope()
  useEffect(() => {
    shown.add(path)
    return () => {
      shown.delete(path)
    }
  }, [shown, path])
}
