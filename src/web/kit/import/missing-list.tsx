import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import { useId } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { ImportRecord, ImportSettings, MissingValues, SameRecord } from '#shared/kit/wire/import.ts'
import { format, t } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { pathLabel } from './field-paths'
import { NewNames } from './new-names'

/** Names of the file that have no record. The import creates records for selected ones. */
export function MissingList({ area, record, disabled, onChange }: Props) {
  const chosen = record.settings.create_missing
  return (
    <Section
      title={t('import.page.missing_title')}
      help={record.missing.some(({ creatable }) => creatable) ? t('import.page.missing_help') : undefined}
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {record.missing.map((missing) => (
          <Missing
            key={missing.path}
            area={area}
            record={record}
            missing={missing}
            isChosen={chosen.includes(missing.path)}
            disabled={disabled}
            onSame={(sameRecords) => onChange({ same: sameRecords })}
            onToggle={() =>
              onChange({
                create_missing: chosen.includes(missing.path)
                  ? chosen.filter((path) => path !== missing.path)
                  : [...chosen, missing.path],
              })
            }
          />
        ))}
      </Box>
    </Section>
  )
}

interface Props {
  area: Area
  record: ImportRecord
  disabled: boolean
  onChange: (settings: Partial<ImportSettings>) => void
}

function Missing({ area, record, missing, isChosen, disabled, onSame, onToggle }: MissingProps) {
  const id = useId()
  const { path, count, alike, values, creatable, reason } = missing
  const params = { number: format.number(count), field: pathLabel(area, path) }
  const moreCount = count - values.length
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      {creatable && (
        <Checkbox
          id={id}
          size="small"
          checked={isChosen}
          disabled={disabled}
          onChange={onToggle}
          slotProps={{ input: { 'aria-describedby': `${id}-values` } }}
          sx={{ p: { xs: 1.5, sm: 0.25 } }}
        />
      )}
      <Box sx={{ minWidth: 0, flexGrow: 1, pt: { xs: creatable ? 1.25 : 0, sm: 0 } }}>
        <Box component={creatable ? 'label' : 'div'} htmlFor={creatable ? id : undefined} sx={{ fontSize: 14 }}>
          {t(creatable ? 'import.page.create' : 'import.page.unknown', params)}
        </Box>
        {creatable ? (
          <Box id={`${id}-values`}>
            {alike > 0 && (
              <Box sx={({ palette }) => ({ fontSize: 13, maxWidth: '75ch', color: palette.tones.warning.text })}>
                {t('import.page.alike_count', { count: alike, number: format.number(alike) })}
              </Box>
            )}
            <NewNames record={record} of={missing.area} disabled={disabled} onSame={onSame} />
          </Box>
        ) : (
          <Box sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {values.join(t('kit.comma'))}
            {moreCount > 0 && ` … ${t('import.page.and_more', { count: moreCount })}`}
          </Box>
        )}
        {reason && <Box sx={{ fontSize: 13 }}>{reason}</Box>}
      </Box>
    </Box>
  )
}

interface MissingProps {
  area: Area
  record: ImportRecord
  missing: MissingValues
  isChosen: boolean
  disabled: boolean
  onSame: (same: SameRecord[]) => void
  onToggle: () => void
}
