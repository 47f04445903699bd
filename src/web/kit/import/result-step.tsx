import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Area } from '#shared/kit/area.ts'
import type { ImportRecord } from '#shared/kit/wire/import.ts'
import { areaName, format, t } from '#web/i18n.ts'
import { inSentence } from '#web/kit/page/list-labels.ts'
import { Section } from '#web/kit/page/section.tsx'
import { fetchRejected } from './calls'
import { OutcomeRows } from './outcome-rows'

/** The last step: the numbers of imported and rejected records. */
export function ResultStep({ area, record }: { area: Area; record: ImportRecord }) {
  const { new: created = 0, changed = 0, unchanged = 0, rejected = 0, rejected_rows: rows = 0 } = record.counts ?? {}
  const name = inSentence(areaName(area))
  const results = [
    { key: 'created', count: created },
    { key: 'changed', count: changed },
    { key: 'unchanged', count: unchanged },
    { key: 'rejected', count: rejected },
  ].filter(({ count }) => count > 0)
  return (
    <>
      <Section title={t('import.page.done_title')}>
        <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, m: 0 }}>
          {results.map(({ key, count }) => (
            <Box key={key} sx={{ display: 'flex', flexDirection: 'column-reverse' }}>
              <Box component="dt" sx={{ fontSize: 12, color: 'text.secondary' }}>
                {t(`import.page.results.${key}`)}
              </Box>
              <Box component="dd" className="tabular" sx={{ m: 0, fontSize: 20, fontWeight: 600 }}>
                {format.number(count)}
              </Box>
            </Box>
          ))}
        </Box>
        {rejected > 0 && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 2 }}>
            <Button variant="outlined" onClick={() => void fetchRejected(record)}>
              {t('import.page.download_rejected', { count: rows, number: format.number(rows) })}
            </Button>
            <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('import.page.mend', { name })}</Box>
          </Box>
        )}
      </Section>
      <Section title={t('import.page.result_title')}>
        <OutcomeRows area={area} record={record} />
      </Section>
    </>
  )
}
