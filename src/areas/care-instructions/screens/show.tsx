import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link, useNavigate } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { type CareChoice, careLine } from '#shared/standards/care-symbols.ts'
import { choiceLabel, fieldLabel, language, t } from '#web/i18n.ts'
import { linesWithout } from '#web/kit/allocation/lines-without.ts'
import { CareDrawing, CareLine } from '#web/kit/care/care-symbol.tsx'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { openVersion } from '#web/kit/versions/use-versions.ts'
import { VersionList } from '#web/kit/versions/version-list.tsx'
import { VersionNotice } from '#web/kit/versions/version-notice.tsx'
import { CanAccess } from '#web/providers/can-access.tsx'
import { careInstructions, generatedTexts } from '../area'
import { Comparison } from './comparison'
import { sections } from './sections'
import { langOf } from './wording-editor'

/**
 * The page of a care instruction: symbols with their meaning, printed wordings, and the differences from the previous
 * version.
 */
export function Show({ area }: { area: Area }) {
  const navigate = useNavigate()
  const [instruction, ...others] = sections
  return (
    <RecordPage
      area={area}
      facts={['fabric', 'standard']}
      next={({ status }) => (status === 'active' ? 'revise' : 'activate')}
      actions={({ status }) =>
        status === 'active' && (
          <CanAccess resource={allocations.name} action="create">
            <Button variant="outlined" component={Link} to={linesWithout(allocations)}>
              {t('areas.care-instructions.builder.allocate')}
            </Button>
          </CanAccess>
        )
      }
      onMoved={(move, care) => {
        if (move === 'revise')
          void openVersion(area, care).then((draft) => draft && navigate(`${area.path}/${draft}/edit`))
      }}
    >
      {(care) => (
        <>
          <VersionNotice area={area} code="code" record={care} />
          <Symbols care={care} />
          <Wordings care={care} />
          {instruction && <ShowSections area={area} sections={[instruction]} record={care} />}
          <ShowSections area={area} sections={others} record={care} />
          <VersionList
            area={area}
            code="code"
            record={care}
            summary={(version) => <CareLine choice={version as CareChoice} size={24} />}
          >
            {(before) => <Comparison before={before} after={care} />}
          </VersionList>
        </>
      )}
    </RecordPage>
  )
}

const allocations = areaNamed('care-allocations')

function Symbols({ care }: { care: OpenRecord }) {
  const warnings = (care.warnings ?? []) as string[]
  return (
    <Section title={t('areas.care-instructions.builder.title')}>
      <Box component="dl" sx={symbolGrid}>
        {careLine(care as CareChoice).map((symbol) => (
          <Box key={symbol.code} sx={{ display: 'flex', gap: 1.5, alignItems: 'center', minWidth: 0 }}>
            <CareDrawing symbol={symbol} size={44} decorative />
            <Box sx={{ minWidth: 0 }}>
              <Box component="dt" sx={{ fontSize: 12, color: 'text.secondary' }}>
                {fieldLabel(careInstructions, symbol.family)} {symbol.code}
              </Box>
              <Box component="dd" sx={{ m: 0, fontSize: 13 }}>
                {symbol.meaning[language()]}
              </Box>
            </Box>
          </Box>
        ))}
      </Box>
      {warnings.length > 0 && (
        <Box sx={{ mt: 2.5 }}>
          <Box sx={{ fontSize: 12, fontWeight: 500, color: 'text.secondary' }}>
            {fieldLabel(careInstructions, 'warnings')}
          </Box>
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, columns: { sm: 2 } }}>
            {warnings.map((code) => (
              <li key={code}>{choiceLabel(careInstructions, 'warnings', code)}</li>
            ))}
          </Box>
        </Box>
      )}
    </Section>
  )
}

function Wordings({ care }: { care: OpenRecord }) {
  const edited = (care.edited_texts ?? []) as string[]
  return (
    <Section title={t('areas.care-instructions.builder.wording')}>
      <Box component="dl" sx={wordingGrid}>
        {generatedTexts.map((name) => (
          <Box key={name} sx={{ minWidth: 0 }}>
            <Box
              component="dt"
              sx={{
                display: 'flex',
                gap: 1,
                alignItems: 'center',
                minHeight: 22,
                fontSize: 12,
                color: 'text.secondary',
              }}
            >
              {fieldLabel(careInstructions, name)}
              {edited.includes(name) && <ToneChip tone="info">{t('areas.care-instructions.builder.edited')}</ToneChip>}
            </Box>
            <Box component="dd" lang={langOf(name)} sx={{ m: 0, mt: 0.25, whiteSpace: 'pre-wrap' }}>
              {String(care[name] ?? '')}
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  )
}

const symbolGrid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(240px, 1fr))' },
  gap: 2,
  m: 0,
} as const

const wordingGrid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
  gap: 3,
  m: 0,
} as const
