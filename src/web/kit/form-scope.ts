import { createContext, useContext } from 'react'
import type { Area } from '../../shared/area'

/** What the inputs of a form know about it. */
export interface FormScope {
  /** Whether the person may set the field; `path` is its place in the form (`lines.0.qty`). */
  mayEdit: (area: Area, path: string) => boolean
  /** The record as it was read, for titles beside references; empty for a new one. */
  record: Readonly<Record<string, unknown>>
}

export const FormScopeContext = createContext<FormScope>({ mayEdit: () => true, record: {} })
export const useFormScope = () => useContext(FormScopeContext)
