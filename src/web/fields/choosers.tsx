import Box from '@mui/material/Box'
import { type ComponentProps, lazy, Suspense } from 'react'
import { loadBodies } from '#web/register.ts'
import type { FilterInputProps, InputProps } from './field-kind'

/** `SearchSelect`, loaded when a form or a filter first shows one: no list needs its machinery at first sight. */
export const SearchSelect = (props: ComponentProps<typeof Search>) => (
  <Suspense fallback={<Place />}>
    <Search {...props} />
  </Suspense>
)

/** `SeveralSelect`, likewise. */
export const SeveralSelect = (props: ComponentProps<typeof Several>) => (
  <Suspense fallback={<Place />}>
    <Several {...props} />
  </Suspense>
)

/** The input of a reference, loaded in the same way: it brings Refine's search hook with it. */
export const ReferenceInput = (props: InputProps) => (
  <Suspense fallback={<Place />}>
    <Reference {...props} />
  </Suspense>
)

/** The filter by references, likewise. */
export const ReferenceFilter = (props: FilterInputProps) => (
  <Suspense fallback={<Place />}>
    <References {...props} />
  </Suspense>
)

const Search = lazy(async () => ({ default: (await import('./search-select')).SearchSelect }))
const Several = lazy(async () => ({ default: (await import('./several-select')).SeveralSelect }))
const Reference = lazy(async () => ({ default: (await loadReferences()).ReferenceInput }))
const References = lazy(async () => ({ default: (await loadReferences()).ReferenceFilter }))

/** Whatever a reference leads to names its records by its own fields. */
const loadReferences = async () => {
  const [module] = await Promise.all([import('./reference-input'), loadBodies()])
  return module
}

/** A placeholder of the input's height while it is loading. */
const Place = () => <Box sx={{ height: 40 }} />
