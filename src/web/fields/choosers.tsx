import Box from '@mui/material/Box'
import { type ComponentProps, lazy, Suspense } from 'react'

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

const Search = lazy(async () => ({ default: (await import('./search-select')).SearchSelect }))
const Several = lazy(async () => ({ default: (await import('./several-select')).SeveralSelect }))

/** Keeps the place of the field that is about to come. */
const Place = () => <Box sx={{ height: 40 }} />
