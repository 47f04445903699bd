import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId } from 'react'
import { addDays } from '#shared/base/dates.ts'
import type { Area } from '#shared/kit/area.ts'
import { type LastReport, type LineProgress, type WipStage, wipStages } from '#shared/trade/production.ts'
import { date as dateKind } from '#web/fields/date.tsx'
import { OptionRow } from '#web/fields/option-row.tsx'
import { ReferenceInput } from '#web/fields/reference-input.tsx'
import { fieldHint, fieldLabel, format, t } from '#web/i18n.ts'
import { PhotoPicker } from '#web/kit/files/photo-picker.tsx'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { wipReports } from '../../area'
import { lastReportDay } from '../../rules'
import { readUnits } from '../reports'
import { screenText, stageLabel } from '../texts'
import type { Entry, StageEntry } from './draft'
import { StageInput } from './stage-input'
import type { EntryState } from './use-entry'
import type { EntrySave } from './use-entry-save'

interface PartProps {
  area: Area
  line: LineProgress
  draft: EntryState
  saving: EntrySave
  /** The factories that reported on the line, the most recent first. */
  factories: readonly { id: number; name: string | null }[]
  /** The factory whose production is reported. */
  factoryId: number | null
}

/** A notice about a restored draft. */
export const Restored = ({ draft }: Pick<PartProps, 'draft'>) =>
  draft.restoredAt && (
    <Alert
      severity="info"
      variant="outlined"
      action={
        <Button size="small" color="inherit" onClick={draft.discard}>
          {t('editing.draft.discard')}
        </Button>
      }
    >
      {screenText('restored', { at: format.moment(draft.restoredAt) })}
    </Alert>
  )

/** The day of the report and, with several factories, which one reports. */
export function DaySection({ area, line, draft, factories, factoryId, day }: PartProps & { day: string }) {
  const ids = { quick: useId(), date: useId() }
  const { date } = draft.entry
  const isFuture = date > lastReportDay(line.country)
  return (
    <Section title={fieldLabel(wipReports, 'report_date')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <OptionRow
          id={ids.quick}
          label={fieldLabel(wipReports, 'report_date')}
          options={[
            { value: day, label: screenText('today') },
            { value: addDays(day, -1), label: screenText('yesterday') },
          ]}
          value={[date]}
          onChange={([chosen = day]) => draft.change({ date: chosen })}
        />
        <Box sx={{ width: 200 }}>
          <dateKind.Input
            id={ids.date}
            area={area}
            name="report_date"
            field={wipReports.fields.report_date}
            record={{}}
            label={fieldLabel(wipReports, 'report_date')}
            value={date}
            invalid={isFuture}
            onChange={(typed) => draft.change({ date: String(typed ?? '') })}
          />
        </Box>
        {isFuture && (
          <Box role="alert" sx={{ fontSize: 12, color: 'error.main' }}>
            {t('problems.wip-reports.future')}
          </Box>
        )}
      </Box>
      {factories.length > 1 && (
        <Box sx={{ mt: 1.5 }}>
          <OptionRow
            id={`${ids.quick}-factory`}
            label={fieldLabel(wipReports, 'factory_id')}
            options={factories.map(({ id, name }) => ({ value: String(id), label: String(name) }))}
            value={[String(factoryId)]}
            onChange={([value]) => draft.change({ factory_id: Number(value) })}
          />
        </Box>
      )}
    </Section>
  )
}

/** An input per stage. */
export function StagesSection({ line, draft, saving, lastOf }: StagesProps) {
  const { entry } = draft
  const reached = line.wip_stage
  const changeStage = (stage: WipStage, changes: Partial<StageEntry>) => {
    saving.clearFault(stage)
    draft.changeStage(stage, changes)
  }
  return (
    <Section title={screenText('stages')} help={fieldHint(wipReports, 'cumulative_qty')}>
      <Box sx={{ display: 'grid', columnGap: 4, rowGap: 2, gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' } }}>
        {wipStages.map((stage) => (
          <StageInput
            key={stage}
            stage={stage}
            line={line}
            before={lastOf(stage)?.cumulative_qty ?? 0}
            entry={entry.stages[stage]}
            all={progressWith(line, entry)}
            fault={saving.faults[stage]}
            onChange={(changes) => changeStage(stage, changes)}
          />
        ))}
      </Box>
      {reached && saving.touched.length === 0 && (
        <Button
          sx={{ mt: 1.5, minHeight: 44 }}
          onClick={() => changeStage(reached, { typed: String(lastOf(reached)?.cumulative_qty ?? 0) })}
        >
          {screenText('unchanged', { stage: stageLabel(reached) })}
        </Button>
      )}
    </Section>
  )
}

type StagesProps = Pick<PartProps, 'line' | 'draft' | 'saving'> & {
  lastOf: (stage: WipStage) => LastReport | undefined
}

/** Remark, photos and, unless several factories reported, the factory. */
export const RemarkSection = ({ area, draft, saving, factories, factoryId }: PartProps) => (
  <Section title={screenText('beside')}>
    <Box sx={{ display: 'grid', gap: 2 }}>
      <FieldFrame label={fieldLabel(wipReports, 'remark')} optional>
        {({ id, describedBy }) => (
          <OutlinedInput
            id={id}
            multiline
            fullWidth
            minRows={2}
            value={draft.entry.remark}
            onChange={({ target }) => draft.change({ remark: target.value })}
            inputProps={{ maxLength: 500, 'aria-describedby': describedBy }}
          />
        )}
      </FieldFrame>
      <PhotoPicker photos={saving.photos} onChange={saving.setPhotos} hint={screenText('photo_hint')} />
      {factories.length <= 1 && (
        <FieldFrame label={fieldLabel(wipReports, 'factory_id')} optional hint={screenText('factory_hint')}>
          {({ id, labelId, describedBy }) => (
            <ReferenceInput
              id={id}
              labelId={labelId}
              describedBy={describedBy}
              area={area}
              name="factory_id"
              field={wipReports.fields.factory_id}
              record={{}}
              label={fieldLabel(wipReports, 'factory_id')}
              value={factoryId}
              onChange={(value) => draft.change({ factory_id: value ? Number(value) : null })}
            />
          )}
        </FieldFrame>
      )}
    </Box>
  </Section>
)

/** The state of saving and the save button, in a sticky footer. */
export const SaveBar = ({ saving }: Pick<PartProps, 'saving'>) => (
  <Box
    sx={{
      position: 'sticky',
      bottom: 0,
      zIndex: 4,
      display: 'flex',
      alignItems: 'center',
      gap: 1,
      py: 1.5,
      bgcolor: 'background.default',
      borderTop: 1,
      borderColor: 'divider',
    }}
  >
    <SavingState {...saving} />
    <Button
      type="submit"
      variant="contained"
      size="large"
      disabled={saving.isBusy || saving.touched.length + saving.waitingPhotos === 0}
      sx={{ minWidth: { xs: 160, sm: 0 }, minHeight: { xs: 48, sm: 36 } }}
    >
      {saving.isLost ? t('editing.connection.again') : screenText('save')}
    </Button>
  </Box>
)

/** Shown next to the button, because the stages above may not be visible. */
function SavingState({ isBusy, isLost, problem, touched, waitingPhotos }: EntrySave) {
  const fault = isBusy ? null : isLost ? screenText('kept_here') : problem
  const state = isBusy
    ? t('kit.form.saving')
    : touched.length > 0
      ? screenText('to_save', { count: touched.length })
      : waitingPhotos > 0
        ? screenText('photos_to_send', { count: waitingPhotos })
        : screenText('none_yet')
  return (
    <Box sx={{ flex: 1, fontSize: 13, color: 'text.secondary' }}>
      {fault && (
        <Box role="alert" sx={{ color: isLost ? 'tones.warning.text' : 'error.main' }}>
          {fault}
        </Box>
      )}
      <Box role="status">{state}</Box>
    </Box>
  )
}

/** The stages of a line with the entry applied. */
const progressWith = (line: LineProgress, entry: Entry) => {
  const typed = wipStages.flatMap((stage) => {
    const units = readUnits(entry.stages[stage]?.typed ?? '')
    return units === null ? [] : [[stage, units] as const]
  })
  return { ...line.stages, ...Object.fromEntries(typed) }
}
