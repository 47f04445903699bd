import { createContext, useContext, useEffect } from 'react'
import type { Area } from '#shared/kit/area.ts'

/** What the inputs of a form know about it. */
export interface FormScope {
  /** Whether the person may set the field; `path` is its place in the form (`lines.0.qty`). */
  mayEdit: (area: Area, path: string) => boolean
  /** The record as it was read, for titles beside references; empty for a new one. */
  record: Readonly<Record<string, unknown>>
  /** Paths that show their own errors. */
  shown: Set<string>
}

export const FormScopeContext = createContext<FormScope>({ mayEdit: () => true, record: {}, shown: new Set() })
export const useFormScope = () => useContext(FormScopeContext)

/** Says that errors of this path have a place; those of others are said on top of the form. */
export const useShownPath = (path: string) => {
  const { shown } = useFormScope()
  useEffect(() => {
    shown.add(path)
    return () => {
      shown.delete(path)
    }
  }, [shown, path])
}
