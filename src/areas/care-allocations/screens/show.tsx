import type { Area } from '#shared/kit/area.ts'
import { AllocationPage } from '#web/kit/allocation/allocation-page.tsx'
import { ShowSections } from '#web/kit/record/area-show.tsx'
import { CareSection } from './care-section'

/** The page of a line's care instruction: symbols, label and answers. */
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
