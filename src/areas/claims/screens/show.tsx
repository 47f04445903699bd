import type { Area } from '#shared/kit/area.ts'
import { Section } from '#web/kit/page/section.tsx'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { ClaimedLines } from './claimed-lines'
import { sections } from './sections'
import { screenText } from './texts'

/** The page of a claim: amounts next to the facts, the computation, the supplier's answer and the decision. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage area={area} facts={['type', 'supplier_id', 'amount', 'answer_due']} next={nextStep}>
      {(record) => (
        <>
          <Section title={screenText('lines')} help={screenText('lines_help')}>
            <ClaimedLines claim={record} />
          </Section>
          <ShowSections area={area} record={record} sections={sections} />
        </>
      )}
    </RecordPage>
  )
}

/** The next moves by state; both answers of a decision are offered side by side. */
const steps: Record<string, readonly string[]> = {
  draft: ['share'],
  shared: ['accept', 'contest'],
  contested: ['uphold', 'reduce'],
  accepted: ['settle'],
  upheld: ['settle'],
}

const nextStep = ({ status = '', moves }: OpenRecord) =>
  (steps[status] ?? []).filter((name) => moves?.some((offer) => offer.name === name && offer.allowed))
