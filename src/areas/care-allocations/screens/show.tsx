import type { Area } from '#shared/kit/area.ts'
import { AllocationPage } from '#web/kit/allocation/allocation-page.tsx'
import { ShowSections } from '#web/kit/record/area-show.tsx'
import { CareSection } from './care-section'

/** The care instruction of a line: its symbols, for which label, and what was answered. */
export const Show = ({ area }: { area: Area }) => (
  <AllocationPage area={area} facts={['round', 'due_date']}>
    {(record) => (
      <>
        <CareSection
          instruction={Number(record.care_instruction_id)}
          languages={(record.label_languages ?? []) as string[]}
        />
        <ShowSections area={area} record={record} />
      </>
    )}
  </AllocationPage>
)
