import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import { type Dispute, mergeDocuments, type Side, type Versions } from '#shared/kit/merge.ts'
import type { Values } from '#shared/kit/schema.ts'
import { visuallyHidden } from '#web/fields/visually-hidden.ts'
import { fieldLabel, stateLabel, t } from '#web/i18n.ts'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { ChangeList, PathName, ValueText } from '#web/kit/record/change-list.tsx'
import { isEditable, type OpenRecord } from '#web/kit/record/record-actions.ts'
import { useChangeAuthors } from '#web/kit/record/use-change-authors.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { formValues } from './form-values'

/**
 * Merges the person's entries with another person's save. Changes of one side are merged and listed; for fields that
 * both sides changed the person selects their own value, the other person's or the original. `onSettle` receives the
 * values of the whole form.
 */
export function StaleDialog({ area, versions, derive, onSettle, onDiscard, onClose }: Props) {
  const merge = useMemo(
    () => mergeDocuments(area, versions, { register, project, ...(derive ? { derive } : {}) }),
    [area, versions, derive],
  )
  const { disputes } = merge
  const authors = useChangeAuthors(area, versions)
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(() => initialChoices(disputes))
  const [isSubmitted, setSubmitted] = useState(false)
  const titleId = useId()
  const content = useRef<HTMLDivElement>(null)
  const theirs = versions.theirs as OpenRecord
  const isOpen = isEditable(area, theirs)
  const currency = versions.mine.currency ?? theirs.currency
  const settle = () => {
    const undecided = disputes.find(({ key }) => !choices.has(key))
    if (!undecided) return onSettle(merge.settle(choices))
    setSubmitted(true)
    content.current?.querySelector<HTMLElement>(`[data-dispute="${undecided.key}"] input`)?.focus()
  }
  const chooseAll = (side: Side) => setChoices(new Map(disputes.map(({ key }) => [key, side])))
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {authors ? t('editing.merge.title_by', { who: authors }) : t('editing.merge.title')}
      </DialogTitle>
      <DialogContent ref={content}>
        {isOpen ? (
          <DialogContentText sx={{ fontSize: 14, mb: 2 }}>
            {disputes.length > 0 ? t('editing.merge.body', { count: disputes.length }) : t('editing.merge.nothing')}
          </DialogContentText>
        ) : (
          <Alert severity="warning" variant="outlined" sx={{ mb: 2 }}>
            {t('editing.merge.closed', {
              state: theirs.status ? stateLabel(area, theirs.status) : t('kit.show.archived'),
            })}
          </Alert>
        )}
        {isOpen && disputes.length > 1 && (
          <Box sx={{ display: 'flex', gap: 1, mb: 1 }}>
            <Button size="small" variant="outlined" onClick={() => chooseAll('mine')}>
              {t('editing.merge.all_mine')}
            </Button>
            <Button size="small" variant="outlined" onClick={() => chooseAll('theirs')}>
              {t('editing.merge.all_theirs')}
            </Button>
          </Box>
        )}
        {disputes.map((dispute) => (
          <Choice
            key={dispute.key}
            dispute={dispute}
            currency={currency}
            chosen={choices.get(dispute.key)}
            isSubmitted={isSubmitted}
            onChoose={(side) => setChoices(new Map([...choices, [dispute.key, side]]))}
          />
        ))}
        {theirs.status && theirs.status !== versions.base.status && typeof versions.base.status === 'string' && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 1, fontSize: 13 }}>
            {fieldLabel(area, 'status')}
            {t('kit.colon')}
            <StatusChip area={area} status={versions.base.status} /> → <StatusChip area={area} status={theirs.status} />
          </Box>
        )}
        {merge.theirs.length > 0 && (
          <Part
            title={
              authors
                ? t('editing.merge.only_theirs_by', { who: authors, count: merge.theirs.length })
                : t('editing.merge.only_theirs', { count: merge.theirs.length })
            }
          >
            <ChangeList changes={merge.theirs} currency={currency} />
          </Part>
        )}
        {merge.mine.length > 0 && (
          <Part title={t('editing.merge.only_mine', { count: merge.mine.length })}>
            <ChangeList changes={merge.mine} currency={currency} />
          </Part>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={onClose}>{t('editing.merge.back')}</Button>
        <Button onClick={onDiscard}>{t('editing.merge.discard')}</Button>
        {isOpen && (
          <Button variant="contained" onClick={settle} autoFocus={disputes.length === 0}>
            {t('editing.merge.go_on')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

interface Props {
  area: Area
  versions: Versions
  derive?: (area: Area, record: Values) => Values
  onSettle: (values: Values) => void
  onDiscard: () => void
  onClose: () => void
}

const project = (area: Area, record: Values) => formValues(area, register, fieldRights().mayWrite, record)

/** The initial choices: the person's own values; none for rows that one side deleted, which need a decision. */
const initialChoices = (disputes: readonly Dispute[]): ReadonlyMap<string, Side> =>
  new Map(disputes.filter(({ field }) => field !== null).map(({ key }) => [key, 'mine']))

function Choice({ dispute, currency, chosen, isSubmitted, onChoose }: ChoiceProps) {
  const { key, context, field, sides, followers } = dispute
  const labelId = useId()
  const isMissing = isSubmitted && chosen === undefined
  const options = field ? (['mine', 'theirs', 'base'] as const) : (['mine', 'theirs'] as const)
  return (
    <Box
      role="radiogroup"
      aria-labelledby={labelId}
      aria-invalid={isMissing || undefined}
      data-dispute={key}
      sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      <Box id={labelId} sx={{ fontSize: 13, fontWeight: 600, mb: 0.75 }}>
        <PathName context={context} field={field} />
        <Box component="span" sx={visuallyHidden}>
          {t(field ? 'editing.merge.choose' : 'editing.merge.choose_row')}
        </Box>
      </Box>
      {followers > 0 && (
        <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 0.75 }}>
          {t('editing.merge.holds_for_rows', { count: followers })}
        </Box>
      )}
      {field === null && (
        <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 0.75 }}>
          {t(sides.mine ? 'editing.merge.row_deleted_there' : 'editing.merge.row_deleted_here')}
        </Box>
      )}
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: `repeat(${options.length}, 1fr)` } }}>
        {options.map((side) => (
          <Option
            key={side}
            name={key}
            label={
              field ? t(`editing.merge.${side}`) : t(sides[side] ? 'editing.merge.row_stays' : 'editing.merge.row_goes')
            }
            chosen={chosen === side}
            onChoose={() => onChoose(side)}
          >
            {field && <ValueText area={context.area} name={field} record={sides[side]} currency={currency} />}
          </Option>
        ))}
      </Box>
      {isMissing && (
        <Box role="alert" sx={{ fontSize: 12, color: 'error.main', mt: 0.5 }}>
          {t('editing.merge.undecided')}
        </Box>
      )}
    </Box>
  )
}
interface ChoiceProps {
  dispute: Dispute
  currency: unknown
  chosen: Side | undefined
  isSubmitted: boolean
  onChoose: (side: Side) => void
}

function Option({ name, label, chosen, onChoose, children }: OptionProps) {
  return (
    <Box
      component="label"
      sx={({ palette }) => ({
        display: 'flex',
        gap: 1,
        alignItems: 'flex-start',
        minHeight: { xs: 44, sm: 0 },
        p: 1,
        borderRadius: 1,
        cursor: 'pointer',
        border: `1px solid ${chosen ? palette.focus : palette.divider}`,
        bgcolor: chosen ? palette.surfaces.chosen : 'transparent',
        minWidth: 0,
      })}
    >
      <input type="radio" name={`stale-${name}`} checked={chosen} onChange={onChoose} />
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
          {label}
        </Box>
        {children}
      </Box>
    </Box>
  )
}
interface OptionProps {
  name: string
  label: string
  chosen: boolean
  onChoose: () => void
  children: ReactNode
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ pt: 1.5, mt: 1, borderTop: 1, borderColor: 'divider' }}>
      <Box component="h3" sx={{ m: 0, mb: 0.5, fontSize: 13, fontWeight: 600 }}>
        {title}
      </Box>
      {children}
    </Box>
  )
}
