import Box from '@mui/material/Box'
import { format } from '#web/i18n.ts'
import { Fact } from '#web/kit/record/fact.tsx'
import type { OpenLine } from '../open-order'
import { type SizeGroup, unitsOf } from '../size-matrix'
import { screenText } from '../texts'
import { LineDecision } from './line-decision'
import {
  Colourway,
  Forecast,
  LineAnswer,
  LineMenu,
  LineNotes,
  LineNumber,
  LineTitle,
  Price,
  whenLabel,
} from './line-parts'
import type { LinesView } from './lines-view'

/** A line on phones: the sizes in a scrolling row, the other values stacked. */
export function LineCard({ line, group, view }: { line: OpenLine; group: SizeGroup; view: LinesView }) {
  const { order, shows, notesOf, onAnswer, onDrop } = view
  return (
    <Box component="li" sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5 }}>
      <Box sx={{ display: 'flex', gap: 1, mb: 1 }}>
        <Box sx={{ m: -1.5, mr: -0.5 }}>
          <LineNumber line={line} />
        </Box>
        <Box sx={{ flex: 1 }}>
          <LineTitle line={line} order={order} />
          <Box sx={{ fontSize: 13 }}>
            <Colourway line={line} />
          </Box>
        </Box>
        <Box sx={{ textAlign: 'right', fontSize: 13 }} className="tabular">
          <Box sx={{ fontWeight: 600 }}>
            {screenText('lines.units', { count: line.qty, units: format.number(line.qty) })}
          </Box>
          {shows.price && `${order.currency ?? ''} ${format.money(line.line_value, order.currency)}`}
        </Box>
        {onDrop && (
          <Box sx={{ m: -1, ml: -0.5 }}>
            <LineMenu line={line} order={order} onDrop={onDrop} />
          </Box>
        )}
      </Box>
      {line.sizes.length > 0 && (
        <Box sx={{ display: 'flex', overflowX: 'auto', gap: 0.5, mb: 1 }} tabIndex={0} role="group">
          {group.sizes
            .filter(({ id }) => unitsOf(line, id) !== null)
            .map(({ id, label }) => (
              <Box
                key={id}
                className="tabular"
                sx={{ bgcolor: 'action.hover', borderRadius: 1, px: 1, py: 0.5, textAlign: 'center', minWidth: 44 }}
              >
                <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{label}</Box>
                <Box sx={{ fontSize: 13 }}>{format.number(unitsOf(line, id))}</Box>
              </Box>
            ))}
        </Box>
      )}
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, m: 0 }}>
        {shows.price && (
          <Fact label={screenText('lines.price')}>
            <Price line={line} />
          </Fact>
        )}
        <Fact label={screenText('columns.ex_factory_date')}>{format.date(line.ex_factory_date) || '–'}</Fact>
        {shows.forecast && (
          <Fact label={whenLabel(order)}>
            <Forecast line={line} order={order} />
          </Fact>
        )}
        {shows.approval && (
          <Fact label={screenText('lines.approval')}>
            <LineDecision line={line} order={order} />
          </Fact>
        )}
      </Box>
      {onAnswer && <LineAnswer line={line} onAnswer={onAnswer} />}
      <LineNotes line={line} notes={notesOf(line)}>
        {(content) => <Box sx={{ mt: 1 }}>{content}</Box>}
      </LineNotes>
    </Box>
  )
}
