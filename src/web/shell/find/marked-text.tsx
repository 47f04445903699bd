import Box from '@mui/material/Box'
import type { MenuEntry } from '#web/shell/nav/navigation.ts'
import { placeOf } from './nav-search-match'

/** A text with the searched part in bold. */
export const Marked = ({ text, query }: { text: string; query: string }) => {
  const match = placeOf(text, query)
  if (!match) return text
  const [start, end] = match
  return (
    <>
      {text.slice(0, start)}
      <Box component="strong" sx={{ fontWeight: 600, color: 'text.primary' }}>
        {text.slice(start, end)}
      </Box>
      {text.slice(end)}
    </>
  )
}

/** The title of a menu entry in both languages, with the searched part in bold. */
export const MarkedTitle = ({ entry: { title, other }, query }: { entry: MenuEntry; query: string }) => (
  <Box component="span" sx={{ flex: 1, minWidth: 0, ...oneLine }}>
    <Marked text={title} query={query} />{' '}
    <Box component="span" lang={other.lang} sx={{ fontSize: 12, color: 'text.secondary', ml: 0.5 }}>
      <Marked text={other.text} query={query} />
    </Box>
  </Box>
)

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
