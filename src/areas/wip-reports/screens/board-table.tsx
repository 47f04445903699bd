import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import type { Theme } from '@mui/material/styles'
import { Link } from 'react-router'
import { type LineProgress, wipStages } from '#shared/trade/production.ts'
import { visuallyHidden } from '#web/fields/visually-hidden.ts'
import { fieldLabel, format } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { session } from '#web/providers/session.ts'
import { wipReports } from '../area'
import { marksOf, shareOf } from './data'
import { headStays, scrolls } from './table-look'
import { articleName, screenText, stageLabel } from './texts'

/** The lines of the board in one table, with a column per stage. */
export function LineTable({ lines }: { lines: readonly LineProgress[] }) {
  const lineArea = areaOf(wipReports, 'po_line_id')
  const label = (name: string) => fieldLabel(lineArea, name)
  const showsSupplier = session()?.role === 'admin' || session()?.role === 'Office'
  return (
    <Box
      role="group"
      aria-label={screenText('table')}
      tabIndex={0}
      sx={{ ...scrolls, bgcolor: 'background.paper', borderRadius: 1 }}
    >
      <Box component="table" sx={tableLook}>
        <caption style={visuallyHidden}>{screenText('table')}</caption>
        <thead>
          <tr>
            <th scope="col">{label('line_title')}</th>
            <th scope="col">{label('article_id')}</th>
            {showsSupplier && <th scope="col">{fieldLabel(wipReports, 'supplier_id')}</th>}
            <th scope="col">{label('ex_factory_date')}</th>
            <th scope="col" className="number">
              {label('qty')}
            </th>
            {wipStages.map((stage) => (
              <th key={stage} scope="col" className="number">
                {stageLabel(stage)}
              </th>
            ))}
            <th scope="col">{label('wip_reported_on')}</th>
            <th scope="col">{screenText('notes')}</th>
          </tr>
        </thead>
        <tbody className="tabular">
          {lines.map((line) => (
            <tr key={line.id}>
              <Box component="th" scope="row" sx={edgeOf(line)}>
                <TextLink component={Link} to={`${lineArea.path}/${line.id}`} sx={{ color: 'text.primary' }}>
                  {line.line_title}
                </TextLink>
              </Box>
              <td>
                <Box sx={{ maxWidth: 260, overflow: 'hidden', textOverflow: 'ellipsis' }} title={articleName(line)}>
                  {line.article_no} {articleName(line)}
                </Box>
              </td>
              {showsSupplier && <td>{line.supplier}</td>}
              <td>{format.date(line.ex_factory_date)}</td>
              <td className="number">{format.number(line.qty)}</td>
              {wipStages.map((stage) => (
                <td key={stage} className="number">
                  {line.stages[stage] === undefined ? (
                    <Box component="span" sx={{ color: 'text.secondary' }}>
                      –
                    </Box>
                  ) : (
                    <>
                      {format.number(line.stages[stage])}{' '}
                      <Box component="span" className="share">
                        {shareOf(line, stage)}&nbsp;%
                      </Box>
                    </>
                  )}
                </td>
              ))}
              <td>{format.date(line.wip_reported_on)}</td>
              <td>
                <Box sx={{ display: 'flex', gap: 0.5 }}>
                  {marksOf(line).map(({ tone, text }) => (
                    <ToneChip key={text} tone={tone}>
                      {text}
                    </ToneChip>
                  ))}
                </Box>
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

/** A mark at the edge for lines that need attention; the last column has the reason. */
const edgeOf = (line: LineProgress) => {
  const [mark] = marksOf(line)
  return ({ palette }: Theme) => (mark ? { boxShadow: `inset 3px 0 0 ${palette.tones[mark.tone].line}` } : {})
}

const tableLook = {
  borderCollapse: 'separate',
  borderSpacing: 0,
  width: '100%',
  fontSize: 13,
  '& th, & td': {
    px: 1.25,
    height: 36,
    whiteSpace: 'nowrap',
    textAlign: 'left',
    borderBottom: 1,
    borderColor: 'divider',
  },
  '& thead th': { ...headStays, fontSize: 12, fontWeight: 600, color: 'text.secondary' },
  '& tbody th': { fontWeight: 500 },
  '& th:first-of-type': { position: 'sticky', left: 0, zIndex: 1, bgcolor: 'background.paper' },
  '& thead th:first-of-type': { zIndex: 3 },
  '& .number': { textAlign: 'right' },
  // As wide as 100 %, so that the figures before it are aligned.
  '& .share': { display: 'inline-block', minWidth: 36, fontSize: 12, color: 'text.secondary' },
} as const
