import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { Link } from 'react-router'
import { listOf, recordAddress } from '#web/kit/page/area-of.ts'
import { can } from '#web/providers/permission.ts'

/** A problem that prevents printing, with the record to correct; without an id the record does not exist yet. */
export interface Missing {
  text: string
  area: string
  id: number | null
}

interface MissingListProps {
  missing: readonly Missing[]
  line: number
  /** The text if nothing is missing, and the one above the list. */
  texts: { complete: string; missing: string }
}

/** The problems that prevent printing, with links to the records to correct, for people who may read them. */
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

/** The address of the record, else of the list of the line's records. */
const addressOf = ({ area, id }: Missing, line: number) =>
  id === null ? `${listOf(area)}?po_line_id=${line}` : recordAddress(area, id)
