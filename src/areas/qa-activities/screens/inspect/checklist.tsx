import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { AnyRecord } from '#shared/kit/area.ts'
import { type CheckResult, checkResults, countChecks } from '#shared/trade/qa.ts'
import { type Mention, mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { qaActivities as area } from '../../area'
import { screenText } from '../texts'
import { answerCheck, passOpenChecks } from './entries'
import type { Sheet } from './load-inspection'
import type { CheckAnswer, Work } from './work'

/** The checklist with three answers per item; hidden for activities without a checklist. */
export function Checklist({ sheet: { record }, work, onChange }: Props) {
  const { open } = countChecks(work.checks)
  const answers = areaOf(area, 'checks')
  if (work.checks.length === 0) return null
  return (
    <Section
      title={screenText('inspect.checklist')}
      help={screenText(open > 0 ? 'inspect.checks_open' : 'inspect.checks_done', { count: open })}
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {work.checks.map((check) => {
          const name = checkName(record, check)
          return (
            <Box
              component="li"
              key={check.id}
              sx={{ display: 'grid', gap: 1, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}
            >
              <Box sx={{ fontSize: 14, fontWeight: 500 }}>
                {name}
                {check.is_hard_fail && (
                  <Box component="span" sx={{ fontSize: 12, fontWeight: 400, color: 'text.secondary' }}>
                    {' '}
                    {screenText('inspect.hard_fail')}
                  </Box>
                )}
              </Box>
              <ToggleButtonGroup
                exclusive
                fullWidth
                size="small"
                value={check.result}
                aria-label={name}
                onChange={(_, result: CheckResult | null) => onChange((now) => answerCheck(now, check.id, { result }))}
                sx={{ maxWidth: 420 }}
              >
                {checkResults.map((result) => (
                  <ToggleButton
                    key={result}
                    value={result}
                    color={result === 'fail' ? 'error' : 'standard'}
                    sx={{ minHeight: 44, textTransform: 'none' }}
                  >
                    {choiceLabel(answers, 'result', result)}
                  </ToggleButton>
                ))}
              </ToggleButtonGroup>
              {(check.result === 'fail' || check.comment) && (
                <TextField
                  size="small"
                  placeholder={screenText('inspect.comment')}
                  value={check.comment}
                  onChange={({ target }) => onChange((now) => answerCheck(now, check.id, { comment: target.value }))}
                  slotProps={{
                    htmlInput: { maxLength: 255, 'aria-label': screenText('inspect.comment_of', { name }) },
                  }}
                />
              )}
            </Box>
          )
        })}
      </Box>
      {open > 0 && (
        <Button variant="outlined" onClick={() => onChange(passOpenChecks)} sx={{ mt: 1, minHeight: 44 }}>
          {screenText('inspect.pass_rest', { count: open })}
        </Button>
      )}
    </Section>
  )
}

/** The name of a checklist item, from the record. */
export const checkName = ({ checks }: AnyRecord, { id }: CheckAnswer): string => {
  const row = ((checks ?? []) as { id: number; checklist_item?: Mention }[]).find((row) => row.id === id)
  return mentionTitle(row?.checklist_item)
}

interface Props {
  sheet: Sheet
  work: Work
  onChange: (edit: (work: Work) => Work) => void
}
