import type { Area } from '#shared/kit/area.ts'
import { compositionRowsOf } from '#shared/trade/composition-rows.ts'
import { claimEvidence } from '#shared/trade/fibre-claims.ts'
import { AllocationPage, nextAnswer } from '#web/kit/allocation/allocation-page.tsx'
import type { NextMoves } from '#web/kit/moves/move-buttons.tsx'
import { ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { Comparison } from './comparison'
import { sections } from './sections'

/** The page of a line's composition: declaration, laboratory result, label and answers. */
export const Show = ({ area }: { area: Area }) => (
  <AllocationPage area={area} facts={['article_id', 'colourway_id']} next={nextStep} evidence={evidenceOf}>
    {(record) => (
      <>
        <Comparison area={area} record={record} />
        <ShowSections area={area} sections={factSections} record={record} />
      </>
    )}
  </AllocationPage>
)

/** Without the compositions, which are compared above. */
const factSections = sections
  .map(({ name, fields }) => ({
    name,
    fields: fields.filter((field) => !['declared', 'tested', 'label'].includes(field)),
  }))
  .filter(({ fields }) => fields.length > 0)

/** A declaration needs no prior acknowledgement; an outdated one is declared again. */
const nextStep = (record: OpenRecord): NextMoves =>
  ['allocated', 'outdated'].includes(record.status ?? '') ? 'submit_evidence' : nextAnswer(record)

const evidenceOf = (record: OpenRecord) => claimEvidence(compositionRowsOf(record, 'declared'))
