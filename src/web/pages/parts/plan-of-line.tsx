import { t } from '../../i18n'
import { Section } from '../../kit/section'
import { usePlan } from './plan-data'
import { LineTable } from './plan-table'

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
