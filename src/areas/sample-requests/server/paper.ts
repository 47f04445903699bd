import type { PaperOf } from '#server/kit/kit.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { type PaperSample, samplePaper } from '#shared/trade/sample-paper.ts'
import { sampleRequests } from '../area'

/** The comment sheet of a round, with the photos that its supplier may see. */
export const paperOf: PaperOf = async (kit, me, record, { tongues }) => {
  const sample = record as unknown as PaperSample
  const [pictures, settings] = await Promise.all([kit.pictures(sampleRequests.name, record.id), kit.settings()])
  const paper = samplePaper(sample, {
    areas: {
      request: sampleRequests,
      size: kit.register.get('sample-sizes'),
      measure: kit.register.get('sample-measures'),
    },
    tongues,
    mayRead: (area, field) => kit.mayRead(subjectOf(me), area, field),
    pictures,
    company: String(settings.company_name ?? ''),
  })
  return { name: `${sample.request_no}-round${sample.round}`, paper }
}
