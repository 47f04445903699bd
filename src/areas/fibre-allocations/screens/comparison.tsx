import Box from '@mui/material/Box'
import { compare, subtract, sum, withoutTrailingZeros } from '#shared/base/money.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { type GarmentComponent, garmentComponents, labTolerance } from '#shared/trade/composition.ts'
import { compositionRowsOf, type StoredCompositionRow } from '#shared/trade/composition-rows.ts'
import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { visuallyHidden } from '#web/fields/visually-hidden.ts'
import { choiceLabel, fieldLabel, t } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { compositionFields } from '../rules'
import { screenText } from './texts'

/** The compositions of a line side by side, part by part; deviations beyond the tolerance are highlighted. */
export function Comparison({ area, record }: { area: Area; record: AnyRecord }) {
  const shown = compositionFields.filter((name) => compositionRowsOf(record, name).length > 0)
  const parts = garmentComponents.filter((part) =>
    shown.some((name) => compositionRowsOf(record, name).some(({ component }) => component === part)),
  )
  return (
    <Section title={screenText('comparison.title')}>
      {shown.length === 0 ? (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('composition.none')}</Box>
      ) : (
        <Box role="group" tabIndex={0} aria-label={screenText('comparison.title')} sx={{ overflowX: 'auto' }}>
          <Box component="table" sx={tableStyle}>
            <thead>
              <tr>
                <th scope="col">{fieldLabel(areaOfRows(area), 'fibre_id')}</th>
                {shown.map((name) => (
                  <th scope="col" key={name} className="number">
                    {fieldLabel(area, name)}
                  </th>
                ))}
              </tr>
            </thead>
            {parts.map((part) => (
              <Part key={part} area={area} record={record} part={part} shown={shown} isNamed={parts.length > 1} />
            ))}
          </Box>
        </Box>
      )}
    </Section>
  )
}

function Part({ area, record, part, shown, isNamed }: PartProps) {
  const rows = new Map(
    shown.map((name) => [name, compositionRowsOf(record, name).filter(({ component }) => component === part)]),
  )
  const fibres = new Map<string, StoredCompositionRow>()
  for (const ofField of rows.values())
    for (const row of ofField) if (!fibres.has(keyOf(row))) fibres.set(keyOf(row), row)
  const isTested = (rows.get('tested')?.length ?? 0) > 0
  return (
    <tbody>
      {isNamed && (
        <tr>
          <th scope="rowgroup" colSpan={shown.length + 1} className="part">
            {choiceLabel(areaOfRows(area), 'component', part)}
          </th>
        </tr>
      )}
      {[...fibres].map(([key, fibre]) => (
        <tr key={key}>
          <th scope="row">{fibreLabel(area, fibre)}</th>
          {shown.map((name) => {
            const pct = shareOf(rows.get(name), key)
            const off = name === 'tested' && isTested ? subtract(pct, shareOf(rows.get('declared'), key)) : '0'
            const isBeyond = compare(off.replace('-', ''), labTolerance) > 0
            return (
              <td key={name} className={isBeyond ? 'number beyond' : 'number'}>
                {(rows.get(name)?.length ?? 0) === 0 ? '–' : `${withoutTrailingZeros(pct)}%`}
                {compare(off, '0') !== 0 && (
                  <span className="difference">
                    {compare(off, '0') > 0 ? '+' : '−'}
                    {withoutTrailingZeros(off.replace('-', ''))}
                    {isBeyond && <span style={visuallyHidden}> {screenText('comparison.beyond')}</span>}
                  </span>
                )}
              </td>
            )
          })}
        </tr>
      ))}
    </tbody>
  )
}

interface PartProps {
  area: Area
  record: AnyRecord
  part: GarmentComponent
  shown: readonly (typeof compositionFields)[number][]
  isNamed: boolean
}

const areaOfRows = (area: Area) => areaOf(area, 'declared')

const keyOf = ({ fibre_id, recycled, organic }: StoredCompositionRow) =>
  [fibre_id, recycled === true, organic === true].join(' ')

const shareOf = (rows: readonly StoredCompositionRow[] | undefined, key: string): string =>
  sum((rows ?? []).filter((row) => keyOf(row) === key).map(({ pct }) => pct ?? '0'))

const fibreLabel = (area: Area, row: StoredCompositionRow): string =>
  [
    mentionTitle(mentionOf(row as unknown as AnyRecord, 'fibre_id')),
    ...(['recycled', 'organic'] as const).flatMap((name) =>
      row[name] ? fieldLabel(areaOfRows(area), name).toLowerCase() : [],
    ),
  ].join(' · ')

const tableStyle = {
  width: '100%',
  maxWidth: 720,
  borderCollapse: 'collapse',
  fontSize: 13,
  '& th, & td': {
    py: 0.75,
    px: 1,
    textAlign: 'left',
    fontWeight: 400,
    borderBottom: '1px solid',
    borderColor: 'divider',
  },
  '& thead th': { fontSize: 12, fontWeight: 500, color: 'text.secondary' },
  '& .number': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& .part': { pt: 1.5, fontWeight: 600 },
  '& .difference': { ml: 1, fontSize: 12, color: 'text.secondary' },
  '& .beyond, & .beyond .difference': { color: 'error.main', fontWeight: 600 },
} as const
