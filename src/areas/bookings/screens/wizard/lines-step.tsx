import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import OutlinedInput from '@mui/material/OutlinedInput'
import Skeleton from '@mui/material/Skeleton'
import { useId } from 'react'
import { isOfficeRole } from '#shared/kit/roles.ts'
import type { BookableLine } from '#shared/trade/bookable.ts'
import { openUnits } from '#shared/trade/booking.ts'
import { laneDifferences } from '#shared/trade/lane.ts'
import { mentionTitle } from '#web/fields/titles.ts'
import { format, t } from '#web/i18n.ts'
import { useFieldError } from '#web/kit/form/field.tsx'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { useShownPath } from '#web/kit/form/form-scope.ts'
import { Section } from '#web/kit/page/section.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { session } from '#web/providers/session.ts'
import { screenText } from '../texts'
import { SupplierChoice } from './supplier-choice'
import { useBookingState } from './use-wizard'

/** Order lines with units to book; lines of another lane are greyed out, with the reason. */
export function LinesStep() {
  const { query, sought, setSought, rows } = useBookingState()
  const linesError = useFieldError('lines')
  const firstLineError = useFieldError('lines.0.po_line_id')
  const error = linesError ?? (rows.length === 0 ? firstLineError : undefined)
  useShownPath('lines')
  useShownPath('lines.0.po_line_id')
  const lines = query.data?.lines ?? []
  return (
    <Section
      title={screenText('wizard.step.lines')}
      help={screenText('wizard.lines_help')}
      actions={
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('wizard.chosen', { count: rows.length })}</Box>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 1.5 }}>
        <Box sx={{ width: { xs: 1, sm: 320 } }}>
          <FieldFrame label={screenText('wizard.search')}>
            {({ id }) => (
              <OutlinedInput
                id={id}
                size="small"
                fullWidth
                value={sought}
                inputProps={{ maxLength: 80 }}
                onChange={({ target }) => setSought(target.value)}
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              />
            )}
          </FieldFrame>
        </Box>
        {isOfficeRole(session()?.role ?? 'user') && <SupplierChoice />}
      </Box>
      {error && (
        <Box role="alert" sx={{ fontSize: 13, color: 'error.main', mb: 1 }}>
          {error}
        </Box>
      )}
      {query.error ? (
        <FailedState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Skeleton variant="rounded" height={220} aria-label={t('kit.list.loading')} />
      ) : lines.length === 0 ? (
        <EmptyState title={screenText('wizard.no_lines')} />
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {lines.map((line) => (
            <LineChoice key={line.id} line={line} />
          ))}
        </Box>
      )}
      {query.data?.more && (
        <Box sx={{ mt: 1, fontSize: 13, color: 'text.secondary' }}>{screenText('wizard.more_lines')}</Box>
      )}
    </Section>
  )
}

function LineChoice({ line }: { line: BookableLine }) {
  const { rows, first, toggle } = useBookingState()
  const id = useId()
  const isChosen = rows.some(({ po_line_id }) => po_line_id === line.id)
  const reason = isChosen ? null : reasonAgainst(line, first)
  const open = line.sizes.reduce((sum, size) => sum + openUnits({ ...size, here: 0 }), 0)
  const lane = [mentionTitle(line.port_of_loading), mentionTitle(line.port_of_discharge ?? line.ship_to)]
    .filter(Boolean)
    .join(' → ')
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 0.5,
        py: 0.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Checkbox
        checked={isChosen}
        disabled={reason !== null}
        onChange={() => toggle(line)}
        slotProps={{ input: { id, 'aria-describedby': `${id}-more` } }}
      />
      <Box
        component="label"
        htmlFor={id}
        sx={{ flex: 1, minWidth: 0, py: 1, fontSize: 13, cursor: reason ? 'default' : 'pointer' }}
      >
        <Box component="span" sx={reason ? { color: 'text.secondary' } : { fontWeight: 500 }}>
          {[line.line_title, mentionTitle(line.article), mentionTitle(line.colourway)].filter(Boolean).join(' · ')}
        </Box>
        <Box id={`${id}-more`} component="span" className="tabular" sx={{ display: 'block', color: 'text.secondary' }}>
          {[
            line.ex_factory_date && screenText('wizard.ex_factory', { date: format.date(line.ex_factory_date) }),
            screenText('wizard.open_units', { units: format.number(open), ordered: format.number(line.qty) }),
            [line.lane.incoterm, lane].filter(Boolean).join(' '),
            mentionTitle(line.factory),
            isOfficeRole(session()?.role ?? 'user') && mentionTitle(line.supplier),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Box>
        {reason && (
          <Box component="span" sx={{ display: 'block', color: 'tones.warning.text' }}>
            {reason}
          </Box>
        )}
      </Box>
      {line.blocking.length > 0 && (
        <Box sx={{ py: 1 }}>
          <ToneChip tone="danger">{screenText('wizard.blocking', { count: line.blocking.length })}</ToneChip>
        </Box>
      )}
    </Box>
  )
}

/** The reason why a line cannot be combined with the chosen lines; null when it can. */
const reasonAgainst = (line: BookableLine, first: BookableLine | undefined): string | null => {
  if (line.on_hold) return screenText('wizard.held')
  const [field] = first ? laneDifferences(line.lane, first.lane) : []
  return field ? screenText('wizard.other_lane', { field: t(`areas.purchase-orders.fields.${field}`) }) : null
}
