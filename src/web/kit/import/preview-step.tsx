import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { ImportRecord, ImportSettings } from '#shared/kit/wire/import.ts'
import { areaName, format, t } from '#web/i18n.ts'
import { inSentence } from '#web/kit/page/list-labels.ts'
import { Section } from '#web/kit/page/section.tsx'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { fetchRejected, saveSettings, startCheck, startWriting } from './calls'
import { MissingList } from './missing-list'
import { OutcomeRows } from './outcome-rows'

/** The preview of an import: counts, unknown names, and each document with its errors or changes. */
export function PreviewStep({ area, record, onAnswer, onBack }: Props) {
  const [isBusy, setBusy] = useState(false)
  // The Idempotency-Key of the import: repeated requests start it once.
  const key = useRef(freshKey())
  const run = async (work: () => Promise<ImportRecord>) => {
    setBusy(true)
    try {
      onAnswer(await work())
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const settle = (settings: Partial<ImportSettings>) =>
    run(async () => {
      await saveSettings(record.id, settings)
      return startCheck(record.id)
    })
  const { new: created = 0, changed = 0, unchanged = 0, rejected = 0, rejected_rows: rows = 0 } = record.counts ?? {}
  const count = created + changed
  return (
    <>
      {record.missing.length > 0 && (
        <MissingList area={area} record={record} disabled={isBusy} onChange={(settings) => void settle(settings)} />
      )}
      <Section title={t('import.page.preview_title')} help={t('import.page.preview_help')}>
        <OutcomeRows area={area} record={record} />
      </Section>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1.5,
          position: 'sticky',
          bottom: 0,
          py: 1.5,
          bgcolor: 'background.default',
        }}
      >
        <Button
          variant="contained"
          disabled={isBusy || count === 0}
          onClick={() => void run(() => startWriting(record.id, key.current))}
        >
          {isBusy ? t('kit.working') : t('import.page.commit', { count, number: format.number(count) })}
        </Button>
        <Button onClick={onBack} disabled={isBusy}>
          {t('import.page.back_to_columns')}
        </Button>
        {rejected > 0 && (
          <Button onClick={() => void fetchRejected(record)} disabled={isBusy}>
            {t('import.page.download_rejected', { count: rows, number: format.number(rows) })}
          </Button>
        )}
        <Box role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
          {count === 0
            ? t(
                `import.page.${rejected === 0 ? 'nothing_to_import' : unchanged > 0 ? 'rest_unchanged' : 'all_rejected'}`,
              )
            : rejected > 0
              ? t('import.page.rejected_stay_out', {
                  count: rejected,
                  number: format.number(rejected),
                  name: inSentence(areaName(area)),
                })
              : t('import.page.nothing_written_yet')}
        </Box>
      </Box>
    </>
  )
}

interface Props {
  area: Area
  record: ImportRecord
  onAnswer: (record: ImportRecord) => void
  onBack: () => void
}
