import type { Area } from '#shared/kit/area.ts'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import { Comparison } from './comparison'
import { sections } from './sections'

/** The composition of a line: what is declared, what a laboratory measured, what the label says, and what was answered. */
export const Show = ({ area }: { area: Area }) => (
  <RecordPage area={area} facts={['po_line_id', 'article_id', 'colourway_id']} next={nextStep}>
    {(record) => (
      <>
        <Comparison area={area} record={record} />
        <ShowSections area={area} sections={factSections} record={record} />
      </>
    )}
  </RecordPage>
)

/** The compositions stand beside each other, above. */
const factSections = sections
  .map(({ name, fields }) => ({
    name,
    fields: fields.filter((field) => !['declared', 'tested', 'label'].includes(field)),
  }))
  .filter(({ fields }) => fields.length > 0)

const nextStep = ({ status }: { status?: string }): string | null =>
  ({
    allocated: 'submit_evidence',
    acknowledged: 'submit_evidence',
    outdated: 'submit_evidence',
    submitted: 'approve',
    rejected: 'resubmit',
  })[status ?? ''] ?? null
