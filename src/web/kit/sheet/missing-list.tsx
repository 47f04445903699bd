import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { Link } from 'react-router'
import { listOf, recordAddress } from '#web/kit/page/area-of.ts'
import { can } from '#web/providers/permission.ts'

/** What stands against printing, and the record where it is mended; without an id there is none yet. */
export interface Missing {
  text: string
  area: string
  id: number | null
}

interface MissingListProps {
  missing: readonly Missing[]
  line: number
  /** What is said where nothing is missing, and above what is. */
  texts: { complete: string; missing: string }
}

/** What stands against printing, each leading to where it is mended, for those who may go there. */
export function MissingList({ missing, line, texts }: MissingListProps) {
  if (missing.length === 0)
    return (
      <Alert severity="success" sx={{ fontSize: 13 }}>
        {texts.complete}
      </Alert>
    )
  return (
    <Alert severity="warning" sx={{ fontSize: 13, '& .MuiAlert-message': { minWidth: 0 } }}>
      {texts.missing}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {missing.map((gap) => (
          <li key={gap.text}>
            {can(gap.area, 'read') ? (
              <TextLink component={Link} to={addressOf(gap, line)} underline="always" sx={{ color: 'inherit' }}>
                {gap.text}
              </TextLink>
            ) : (
              gap.text
            )}
          </li>
        ))}
      </Box>
    </Alert>
  )
}

/** The record itself, else the list of those of the line. */
const addressOf = ({ area, id }: Missing, line: number) =>
  id === null ? `${listOf(area)}?po_line_id=${line}` : recordAddress(area, id)
