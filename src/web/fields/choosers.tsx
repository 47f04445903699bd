import Box from '@mui/material/Box'
import { type ComponentProps, lazy, Suspense } from 'react'
import { loadBodies } from '#web/register.ts'
import type { FilterInputProps, InputProps } from './field-kind'

/** `SearchSelect`, loaded when a form or filter first renders one, so that it is not part of first pages. */
export const SearchSelect = (props: ComponentProps<typeof Search>) => (
  <Suspense fallback={<Place />}>
    <Search {...props} />
  </Suspense>
)

/** `SeveralSelect`, loaded on demand. */
export const SeveralSelect = (props: ComponentProps<typeof Several>) => (
  <Suspense fallback={<Place />}>
    <Several {...props} />
  </Suspense>
)

/** The input of references, loaded on demand together with Refine's search hook. */
export const ReferenceInput = (props: InputProps) => (
  <Suspense fallback={<Place />}>
    <Reference {...props} />
  </Suspense>
)

/** The filter by references, loaded on demand. */
export const ReferenceFilter = (props: FilterInputProps) => (
  <Suspense fallback={<Place />}>
    <References {...props} />
  </Suspense>
)

const Search = lazy(async () => ({ default: (await import('./search-select')).SearchSelect }))
const Several = lazy(async () => ({ default: (await import('./several-select')).SeveralSelect }))
const Reference = lazy(async () => ({ default: (await loadReferences()).ReferenceInput }))
const References = lazy(async () => ({ default: (await loadReferences()).ReferenceFilter }))

/** Loads the declarations of all areas too, as titles of records are composed from their fields. */
const loadReferences = async () => {
  const [module] = await Promise.all([import('./reference-input'), loadBodies()])
  return module
}

/** A placeholder with the height of an input. */
const Place = () => <Box sx={{ height: 40 }} />
