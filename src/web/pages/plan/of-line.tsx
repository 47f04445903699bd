import { t } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { usePlan } from './data'
import { LineTable } from './table'

/** The calendar of one order line, as a part of its page. Nothing where it has none. */
export const PlanOfLine = ({ id }: { id: number }) => {
  const { data } = usePlan({ po_line_id: String(id) })
  const line = data?.lines[0]
  return line ? (
    <Section title={t('site.plan.section')}>
      <LineTable line={line} />
    </Section>
  ) : null
}
