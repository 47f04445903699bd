import { useQueryClient } from '@tanstack/react-query'
import type { Area } from '#shared/kit/area.ts'
import { AllocationPage } from '#web/kit/allocation/allocation-page.tsx'
import { ShowSections } from '#web/kit/record/area-show.tsx'
import { Needs } from './needs'
import { NextProof } from './next-proof'
import { Proofs } from './proofs'

/**
 * The page of a line's artwork: prerequisites, the next proof, the rounds of proofs next to the artwork, and the
 * answers.
 */
export function Show({ area }: { area: Area }) {
  const client = useQueryClient()
  return (
    <AllocationPage
      area={area}
      facts={['artwork_type', 'round', 'due_date']}
      // Submitting a proof moves it from the allocation to its round.
      onMoved={() => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'files' })}
    >
      {(record) => (
        <>
          <Needs id={record.id} version={record.version} />
          <NextProof allocation={record} />
          <Proofs allocation={record} />
          <ShowSections area={area} record={record} />
        </>
      )}
    </AllocationPage>
  )
}
