import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { type ComponentProps, lazy, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { type CheckedFact, checkedFacts, compareFacts, expectedValues, factsOf } from '#shared/trade/document-checks.ts'
import { OptionRow } from '#web/fields/option-row.tsx'
import { titleOf } from '#web/fields/titles.ts'
import { choiceLabel, fieldLabel, loadAllAreas } from '#web/i18n.ts'
import { usePicturedFiles } from '#web/kit/files/data.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { screenText } from './texts'
import { useSet } from './use-set'

/** The file of a document next to the facts that must agree, with links to the other documents of its booking. */
export function Review({ area, record }: { area: Area; record: OpenRecord }) {
  const { shipment } = record as { shipment?: Record<string, unknown> }
  return (
    <Section
      title={screenText('review.title')}
      help={screenText('review.help')}
      actions={<Neighbours area={area} record={record} />}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(320px, 2fr)' },
        }}
      >
        <Files area={area} id={record.id} />
        <Facts area={area} record={record} shipment={shipment ?? {}} />
      </Box>
    </Section>
  )
}

const FileView = lazy(async () => {
  const [module] = await Promise.all([import('./file-view'), loadAllAreas()])
  return { default: module.FileView }
})

const View = (props: ComponentProps<typeof FileView>) => (
  <Suspense fallback={<Skeleton variant="rounded" height={480} />}>
    <FileView {...props} />
  </Suspense>
)

function Files({ area, id }: { area: Area; id: number }) {
  const fieldId = useId()
  const { pictures, isLoading } = usePicturedFiles(area, id)
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = pictures.find((file) => file.id === chosen) ?? pictures[0]
  if (isLoading) return <Skeleton variant="rounded" height={240} />
  if (!shown) return <Box sx={emptyStyle}>{screenText('review.no_file')}</Box>
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      {pictures.length > 1 && (
        <OptionRow
          id={fieldId}
          label={screenText('review.files')}
          options={pictures.map((file) => ({ value: String(file.id), label: file.name }))}
          value={[String(shown.id)]}
          onChange={([choice]) => choice && setChosen(Number(choice))}
        />
      )}
      <View key={shown.id} file={shown} />
    </Box>
  )
}

/** The facts of document and booking side by side; differences are marked. */
function Facts({ area, record, shipment }: { area: Area; record: OpenRecord; shipment: Record<string, unknown> }) {
  const stated = factsOf(record.doc_type)
  const facts = checkedFacts.filter((fact) => stated.includes(fact) || (record[fact] ?? null) !== null)
  const differing = new Set(compareFacts(record, shipment).map(({ fact }) => fact))
  if (facts.length === 0) return <Box sx={emptyStyle}>{screenText('review.no_facts')}</Box>
  return (
    <PlainTable label={screenText('review.title')} sx={{ '& td': { overflowWrap: 'anywhere', py: 0.75 } }}>
      <thead>
        <tr>
          <th scope="col">{screenText('review.fact')}</th>
          <th scope="col">{screenText('review.document')}</th>
          <th scope="col">{screenText('review.booking')}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map((fact) => (
          <tr key={fact}>
            <th scope="row">
              {fieldLabel(area, fact)}
              <Box sx={{ mt: 0.25 }}>
                <Verdict fact={fact} record={record} shipment={shipment} differs={differing.has(fact)} />
              </Box>
            </th>
            <td>{formatValue(area, fact, record) || <Box sx={faint}>{screenText('review.not_stated')}</Box>}</td>
            <td>
              {expectedValues(fact, record.doc_type, shipment)
                .map((value) => formatValue(area, fact, { ...record, [fact]: value }))
                .join(' · ') || <Box sx={faint}>{screenText('review.not_known')}</Box>}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

/** Whether document and booking agree on a fact; empty when one of them does not state it. */
function Verdict({ fact, record, shipment, differs }: VerdictProps) {
  if (differs) return <ToneChip tone="danger">{screenText('review.differs')}</ToneChip>
  const isCompared = (record[fact] ?? '') !== '' && expectedValues(fact, record.doc_type, shipment).length > 0
  return isCompared ? <ToneChip tone="success">{screenText('review.agrees')}</ToneChip> : null
}

interface VerdictProps {
  fact: CheckedFact
  record: AnyRecord
  shipment: Record<string, unknown>
  differs: boolean
}

/** Links to the previous and the next document of the booking. */
function Neighbours({ area, record }: { area: Area; record: OpenRecord }) {
  const { documents } = useSet(Number(record.booking_id))
  const at = documents.findIndex(({ id }) => id === record.id)
  if (at < 0 || documents.length < 2) return null
  const step = (other: AnyRecord | undefined, name: 'previous' | 'next') => (
    <Button
      size="small"
      {...(other ? { component: Link, to: `${area.path}/${other.id}`, replace: true } : { disabled: true })}
      {...(name === 'previous' ? { startIcon: <ChevronLeftRounded /> } : { endIcon: <ChevronRightRounded /> })}
      aria-label={other ? `${screenText(`review.${name}`)}: ${titleOf(area, other)}` : screenText(`review.${name}`)}
      sx={{ minHeight: { xs: 44, sm: 0 } }}
    >
      {other ? choiceLabel(area, 'doc_type', String(other.doc_type)) : screenText(`review.${name}`)}
    </Button>
  )
  return (
    <Box
      component="nav"
      aria-label={screenText('review.neighbours')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, fontSize: 13 }}
    >
      {step(documents[at - 1], 'previous')}
      <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
        {screenText('review.position', { at: at + 1, count: documents.length })}
      </Box>
      {step(documents[at + 1], 'next')}
    </Box>
  )
}

const faint = { color: 'text.secondary' } as const
const emptyStyle = { fontSize: 13, color: 'text.secondary', p: 2, textAlign: 'center' } as const
