import { t } from '#web/i18n.ts'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { usePlan } from './plan/data'
import { LineTable } from './plan/table'

/** The plan of an order line as a section of its page; hidden without a plan. */
export const Section = ({ id }: { id: number }) => {
  const { data } = usePlan({ po_line_id: String(id) })
  const line = data?.lines[0]
  return line ? (
    <PageSection title={t('site.plan.section')}>
      <LineTable line={line} />
    </PageSection>
  ) : null
}
