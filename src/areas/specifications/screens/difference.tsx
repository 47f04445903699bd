import Box from '@mui/material/Box'
import { type ReactNode, useMemo } from 'react'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { LengthUnit } from '#shared/trade/lengths.ts'
import { writeLength } from '#shared/trade/measures.ts'
import { type MeasureChange, measureChanges, textChanges } from '#shared/trade/spec-difference.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { useSizes } from '#web/kit/form/use-sizes.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { After, Before, Changed } from '#web/kit/versions/changes.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { specifications } from '../area'
import { FilesSideBySide } from './files-side-by-side'
import { measuresIn } from './measures/measures'
import { pomName, usePomsById } from './measures/pom-library'
import { screenText } from './texts'

/** The changes of a version: texts word by word, measures cell by cell, files side by side. */
export function Difference({ before, after, unit }: { before: AnyRecord; after: AnyRecord; unit: LengthUnit }) {
  const facts = changedFacts(before, after)
  const rows = measureChanges(measuresIn(before.measures), measuresIn(after.measures))
  const text = (key: string) => t(`areas.specifications.versions.${key}`, { version: before.version_no })
  return (
    <Box sx={{ mt: 2.5, display: 'grid', gap: 2, minWidth: 0 }}>
      <Box component="h3" sx={{ m: 0, fontSize: 13, fontWeight: 600 }}>
        {text('changed')}
      </Box>
      {facts.length + rows.length === 0 && (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{text('unchanged')}</Box>
      )}
      {facts.length > 0 && (
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
          {facts.map((name) => (
            <Changed key={name} label={fieldLabel(specifications, name)}>
              <ChangedFact name={name} before={before} after={after} />
            </Changed>
          ))}
        </Box>
      )}
      {rows.length > 0 && <ChangedMeasures rows={rows} unit={unit} before={before} after={after} />}
      <FilesSideBySide before={before} after={after} />
    </Box>
  )
}

/** The compared fields: requirements, without the table and the version's own description. */
const comparedFields = Object.entries(specifications.fields).flatMap(([name, { kind, options }]) =>
  kind === 'rows' || ('readOnly' in options && options.readOnly) || ['summary', 'effective_from'].includes(name)
    ? []
    : [name],
)

const changedFacts = (before: AnyRecord, after: AnyRecord) =>
  comparedFields.filter(
    (name) =>
      fieldRights().mayRead(specifications, name) &&
      formatValue(specifications, name, before) !== formatValue(specifications, name, after),
  )

function ChangedFact({ name, before, after }: { name: string; before: AnyRecord; after: AnyRecord }) {
  const [was, is] = [formatValue(specifications, name, before), formatValue(specifications, name, after)]
  const isText = ['text', 'long_text'].includes(specifications.fields[name as keyof typeof specifications.fields].kind)
  if (!isText || was === '' || is === '') return <Replaced before={was} after={is} />
  return (
    <Box lang={name.endsWith('_zh') ? 'zh' : undefined} sx={{ whiteSpace: 'pre-wrap', maxWidth: '72ch' }}>
      {textChanges(was, is).map((part, at) => {
        const key = `${at} ${part.text}`
        if (part.kind === 'same') return <span key={key}>{part.text}</span>
        return part.kind === 'removed' ? <Before key={key}>{part.text}</Before> : <After key={key}>{part.text}</After>
      })}
    </Box>
  )
}

function Replaced({ before, after }: { before: string; after: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
      {before && <Before>{before}</Before>}
      {before && after && <Arrow />}
      {after && <After>{after}</After>}
    </Box>
  )
}

const Arrow = () => (
  <Box component="span" aria-hidden sx={{ color: 'text.secondary' }}>
    →
  </Box>
)

/** The changed rows of the table, each changed cell with its old and new value. */
function ChangedMeasures({ rows, unit, before, after }: ChangedMeasuresProps) {
  const measures = useMemo(() => [before, after].flatMap((version) => measuresIn(version.measures)), [before, after])
  const poms = usePomsById(measures)
  const sizes = useSizes([Number(after.size_scale_id) || null])
  const stated = new Set(rows.flatMap(({ cells }) => [...cells.keys()]))
  const area = areaOf(specifications, 'measures')
  const columns = [
    { name: 'tol_minus_mm', label: screenText('table.tol_minus') },
    { name: 'tol_plus_mm', label: screenText('table.tol_plus') },
    { name: 'grade_step_mm', label: screenText('table.grade') },
    ...sizes.map(({ id, label }) => ({ name: `size ${id}`, label })),
    { name: 'remark', label: fieldLabel(area, 'remark') },
  ].filter(({ name }) => stated.has(name))
  return (
    <PlainTable label={screenText('table.changed')} sx={{ '& th[scope="row"]': { minWidth: 112, fontWeight: 500 } }}>
      <thead>
        <tr>
          <th scope="col">{fieldLabel(area, 'pom_id')}</th>
          {columns.map(({ name, label }) => (
            <th key={name} scope="col" className="number">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ pom_id, kind, cells }) => {
          const pom = poms.get(pom_id)
          return (
            <tr key={pom_id}>
              <th scope="row">
                <RowName kind={kind}>{pom ? pomName(pom) : ''}</RowName>
              </th>
              {columns.map(({ name }) => {
                const cell = cells.get(name)
                const displayed = (value: string | null) =>
                  name === 'remark' ? (value ?? '') : writeLength(value, unit)
                return (
                  <td key={name} className="number">
                    {cell && <Replaced before={displayed(cell.before)} after={displayed(cell.after)} />}
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </PlainTable>
  )
}

interface ChangedMeasuresProps {
  rows: readonly MeasureChange[]
  unit: LengthUnit
  before: AnyRecord
  after: AnyRecord
}

function RowName({ kind, children }: { kind: MeasureChange['kind']; children: ReactNode }) {
  if (kind === 'changed') return <>{children}</>
  return kind === 'added' ? <After>{children}</After> : <Before>{children}</Before>
}
