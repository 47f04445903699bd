import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import { type CareChoice, careSymbolOf } from '#shared/standards/care-symbols.ts'
import { type CareInstruction, careDifference, wordingDifference } from '#shared/trade/care.ts'
import { choiceLabel, fieldLabel, format, language, t } from '#web/i18n.ts'
import { CareDrawing, CareLine } from '#web/kit/care/care-symbol.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { api } from '#web/providers/http.ts'
import { careInstructions, generatedTexts } from '../area'
import { langOf } from './wording-editor'

const otherTexts = ['text_fr', 'text_de', 'text_es', 'text_it'] as const
const texts = [...generatedTexts, ...otherTexts]

/** All versions of a code, the youngest first. */
const useVersions = ({ code, updated_at }: AnyRecord): AnyRecord[] => {
  const { data = [] } = useQuery({
    queryKey: [careInstructions.name, 'versions', code, updated_at],
    queryFn: ({ signal }) =>
      api<AnyRecord[]>('GET', careInstructions.name, {
        params: { code: String(code), _sort: 'version_no', _order: 'desc', _start: '0', _end: '100' },
        signal,
      }),
    placeholderData: (before) => before,
  })
  return data
}

/** The version that was made of this one. */
export const openVersion = async ({ id }: AnyRecord): Promise<number | undefined> => {
  const [successor] = await api<AnyRecord[]>('GET', careInstructions.name, { params: { predecessor_id: String(id) } })
  return successor?.id
}

/** Says on the page of a version that another one is in use, or about to be. */
export function VersionNotice({ care }: { care: AnyRecord }) {
  const versions = useVersions(care)
  const laterVersions = versions.filter((version) => Number(version.version_no) > Number(care.version_no))
  const active = laterVersions.find(({ status }) => status === 'active')
  const draft = laterVersions.find(({ status }) => status === 'draft' && care.status !== 'draft')
  const shown = active ?? draft
  if (!shown) return null
  return (
    <Box
      role="status"
      sx={({ palette }) => ({
        px: 2.5,
        py: 1.25,
        borderRadius: 1,
        fontSize: 13,
        color: palette.tones.info.text,
        bgcolor: palette.tones.info.tint,
      })}
    >
      {active
        ? t('areas.care-instructions.versions.newer', { version: active.version_no })
        : t('areas.care-instructions.versions.draft', { version: shown.version_no })}{' '}
      <Link component={RouterLink} to={`${careInstructions.path}/${shown.id}`} color="inherit" underline="always">
        {active ? t('areas.care-instructions.versions.open_newer') : t('areas.care-instructions.versions.open_draft')}
      </Link>
    </Box>
  )
}

/** The versions of a code, and what this one changed. */
export function Versions({ care }: { care: AnyRecord }) {
  const versions = useVersions(care)
  const predecessor = versions.find(({ id }) => id === care.predecessor_id)
  return (
    <Section title={t('areas.care-instructions.versions.title')}>
      <Box component="ol" reversed sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid' }}>
        {versions.map((version) => (
          <Box key={version.id} component="li" sx={versionRow}>
            {version.id === care.id ? (
              <Box component="span" sx={{ fontWeight: 600 }}>
                {t('areas.care-instructions.versions.version', { version: version.version_no })}
              </Box>
            ) : (
              <Link component={RouterLink} to={`${careInstructions.path}/${version.id}`} sx={{ color: 'text.primary' }}>
                {t('areas.care-instructions.versions.version', { version: version.version_no })}
              </Link>
            )}
            <span>
              <StatusChip area={careInstructions} status={version.status ?? ''} />
            </span>
            <CareLine choice={version as CareChoice} size={24} />
            <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
              {version.id === care.id ? t('areas.care-instructions.versions.this') : format.moment(version.updated_at)}
            </Box>
          </Box>
        ))}
      </Box>
      {predecessor && <Comparison before={predecessor} after={care} />}
    </Section>
  )
}

/** What a version changed, symbol by symbol and sentence by sentence. */
function Comparison({ before, after }: { before: AnyRecord; after: AnyRecord }) {
  const difference = careDifference(before as CareInstruction, after as CareInstruction, texts)
  const version = before.version_no
  return (
    <Box sx={{ mt: 2.5 }}>
      <Box component="h3" sx={{ m: 0, mb: 1, fontSize: 13, fontWeight: 600 }}>
        {t('areas.care-instructions.versions.changed', { version })}
      </Box>
      {difference.same && (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
          {t('areas.care-instructions.versions.unchanged', { version })}
        </Box>
      )}
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
        {difference.families.map((family) => (
          <Changed key={family} name={family}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
              <Before>
                <SymbolOf code={before[family]} />
              </Before>
              <Box component="span" aria-hidden sx={{ color: 'text.secondary' }}>
                →
              </Box>
              <After>
                <SymbolOf code={after[family]} />
              </After>
            </Box>
          </Changed>
        ))}
        {difference.removed.length + difference.added.length > 0 && (
          <Changed name="warnings">
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
              {difference.removed.map((code) => (
                <Before key={code}>{choiceLabel(careInstructions, 'warnings', code)}</Before>
              ))}
              {difference.added.map((code) => (
                <After key={code}>{choiceLabel(careInstructions, 'warnings', code)}</After>
              ))}
            </Box>
          </Changed>
        )}
        {difference.texts.map((name) => (
          <Changed key={name} name={name}>
            <Box lang={langOf(name)}>
              {wordingDifference(String(before[name] ?? ''), String(after[name] ?? '')).map(({ text, kind }, index) => {
                // A sentence may come twice.
                const key = `${index} ${text}`
                if (kind === 'same') return <span key={key}>{name === 'text_zh' ? text : `${text} `}</span>
                return kind === 'removed' ? <Before key={key}>{text}</Before> : <After key={key}>{text}</After>
              })}
            </Box>
          </Changed>
        ))}
      </Box>
    </Box>
  )
}

function Changed({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box>
      <Box component="dt" sx={{ fontSize: 12, color: 'text.secondary' }}>
        {fieldLabel(careInstructions, name)}
      </Box>
      <Box component="dd" sx={{ m: 0, mt: 0.25, fontSize: 13 }}>
        {children}
      </Box>
    </Box>
  )
}

function SymbolOf({ code }: { code: unknown }) {
  const symbol = typeof code === 'string' ? careSymbolOf(code) : undefined
  if (!symbol) return <>{t('areas.care-instructions.versions.none')}</>
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <CareDrawing symbol={symbol} size={28} decorative />
      {symbol.meaning[language()]}
    </Box>
  )
}

const Before = ({ children }: { children: ReactNode }) => (
  <Box
    component="del"
    sx={({ palette }) => ({
      px: 0.5,
      mr: 0.5,
      borderRadius: 0.5,
      color: palette.tones.danger.text,
      bgcolor: palette.tones.danger.tint,
    })}
  >
    {children}
  </Box>
)

const After = ({ children }: { children: ReactNode }) => (
  <Box
    component="ins"
    sx={({ palette }) => ({
      px: 0.5,
      mr: 0.5,
      borderRadius: 0.5,
      textDecoration: 'none',
      color: palette.tones.success.text,
      bgcolor: palette.tones.success.tint,
    })}
  >
    {children}
  </Box>
)

const versionRow = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr auto', md: '120px 140px minmax(0, 1fr) auto' },
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
} as const
