import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import { type SyntheticEvent, useState } from 'react'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { LengthUnit } from '#shared/trade/lengths.ts'
import { toleranceRange, writeLength } from '#shared/trade/measures.ts'
import { mentionTitle } from '#web/fields/titles.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { useSizes } from '#web/kit/form/use-sizes.ts'
import { UnitChoice } from '#web/kit/grid/unit-choice.tsx'
import { areaNamed, areaOf } from '#web/kit/page/area-of.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { PomSketch } from '#web/kit/sketch/pom-sketch.tsx'
import { specifications } from '../../area'
import { screenText } from '../texts'
import { type Measure, measuresIn, namedSizes, tableSizes } from './measures'
import { howToMeasure, type Pom, pomName, usePomsById } from './pom-library'

/**
 * The measurement table of a version in either unit; the tolerated range of a cell and how a point is measured are
 * shown on demand.
 */
export function MeasureView({
  record,
  unit,
  onUnit,
}: {
  record: AnyRecord
  unit: LengthUnit
  onUnit: (unit: LengthUnit) => void
}) {
  const measures = measuresIn(record.measures)
  const poms = usePomsById(record.measures)
  const scale = useSizes([Number(record.size_scale_id) || null])
  const sizes = scale.length > 0 ? tableSizes(measures, scale) : namedSizes(measures)
  const area = areaOf(specifications, 'measures')
  const hasRemarks = measures.some(({ remark }) => remark)
  if (measures.length === 0) return null
  return (
    <Section
      title={fieldLabel(specifications, 'measures')}
      help={screenText('table.read_help')}
      actions={<UnitChoice area={specifications} name="unit" unit={unit} onChange={onUnit} />}
    >
      <PlainTable label={fieldLabel(specifications, 'measures')} sx={tableStyle}>
        <thead>
          <tr>
            <th scope="col" className="side">
              {fieldLabel(area, 'pom_id')}
            </th>
            <th scope="col" className="number">
              {screenText('table.tolerance')}
            </th>
            {sizes.map(({ id, label }) => (
              <th key={id} scope="col" className="number">
                {label}
                {id === record.base_size_id && <abbr title={fieldLabel(specifications, 'base_size_id')}> *</abbr>}
              </th>
            ))}
            {hasRemarks && <th scope="col">{fieldLabel(area, 'remark')}</th>}
          </tr>
        </thead>
        <tbody>
          {measures.map((measure) => (
            <tr key={measure.pom_id}>
              <th scope="row" className="side">
                <PointName measure={measure} pom={poms.get(measure.pom_id)} />
              </th>
              <td className="number">{writtenTolerance(measure, unit)}</td>
              {sizes.map(({ id }) => (
                <td key={id} className="number">
                  <MeasureCell measure={measure} size={id} unit={unit} isBase={id === record.base_size_id} />
                </td>
              ))}
              {hasRemarks && <td>{measure.remark}</td>}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Section>
  )
}

/** A point with its code. */
function PointName({ measure, pom }: { measure: Measure; pom: Pom | undefined }) {
  if (!pom) return <>{measure.pom ? mentionTitle(measure.pom) : ''}</>
  return <OpenPoint pom={pom} />
}

/** Unfolds how the point is measured, and loads its sketch then. */
function OpenPoint({ pom }: { pom: Pom }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Box
      component="details"
      onToggle={(event: SyntheticEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open)}
      sx={{ '& summary': { cursor: 'pointer', py: { xs: 1.5, md: 0.75 } } }}
    >
      <summary>
        {pomName(pom)}{' '}
        <Box component="span" sx={{ fontSize: 12, fontWeight: 400, color: 'text.secondary' }}>
          {pom.code}
        </Box>
      </summary>
      <Box sx={{ pb: 1, fontSize: 12, fontWeight: 400, whiteSpace: 'normal', color: 'text.secondary' }}>
        {howToMeasure(pom)}
        {isOpen && (
          <PomSketch
            area={areaNamed('poms')}
            id={pom.id}
            code={pom.code}
            name={t('areas.poms.sketch.of', { name: pomName(pom) })}
            around={(sketch) => <Box sx={{ mt: 1 }}>{sketch}</Box>}
          />
        )}
      </Box>
    </Box>
  )
}

function MeasureCell({
  measure,
  size,
  unit,
  isBase,
}: {
  measure: Measure
  size: number
  unit: LengthUnit
  isBase: boolean
}) {
  const value = measure.values.find(({ size_id }) => size_id === size)?.value_mm
  const range = toleranceRange(value, measure.tol_plus_mm, measure.tol_minus_mm)
  const shownValue = writeLength(value, unit)
  if (!range || range.min === range.max) return <>{shownValue}</>
  const rangeText = screenText('table.range', { min: writeLength(range.min, unit), max: writeLength(range.max, unit) })
  return (
    <Tooltip title={rangeText}>
      <Box component="span" sx={{ fontWeight: isBase ? 600 : undefined }}>
        {shownValue}
      </Box>
    </Tooltip>
  )
}

const writtenTolerance = ({ tol_plus_mm, tol_minus_mm }: Measure, unit: LengthUnit): string => {
  const [plus, minus] = [writeLength(tol_plus_mm, unit), writeLength(tol_minus_mm, unit)]
  if (plus === minus) return plus && `± ${plus}`
  return [plus && `+ ${plus}`, minus && `− ${minus}`].filter(Boolean).join(t('kit.comma'))
}

const tableStyle = {
  '& .side': {
    position: 'sticky',
    left: 0,
    bgcolor: 'background.paper',
    minWidth: { xs: 136, md: 220 },
    maxWidth: { xs: 136, md: 280 },
    fontWeight: 500,
  },
  '& td': { verticalAlign: 'top', pt: 1 },
  '& .number': { textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums', minWidth: 52 },
} as const
