import { poLines as realLines } from '#areas/po-lines/area.ts'
import type { AreaServer } from '#server/kit/kit.ts'
import { type Area, defineArea } from '#shared/kit/area.ts'
import { choice, longText, reference, text } from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { allocationArea } from '#shared/trade/allocation.ts'
import { answersLines, linePlanOf } from '#shared/trade/line-kinds.ts'
import { readinessStates } from '#shared/trade/readiness.ts'

const house = ['admin', 'Office'] as const

/** A library of another kind than factories: how goods are washed, which a supplier shows that it has understood. */
export const washGuides = defineArea({
  name: 'wash-guides',
  title: 'name_en',
  fields: {
    code: text({ required: true, unique: true, max: 20 }),
    name_en: text({ required: true, max: 80 }),
    wording: longText({ max: 500 }),
  },
  lifecycle: lifecycle({
    start: 'draft',
    states: { draft: 'neutral', active: 'success', retired: 'neutral' },
    moves: {
      activate: { from: ['draft'], to: 'active', by: house },
      retire: { from: ['active'], to: 'retired', by: house },
    },
  }),
  access: { read: house, create: house, edit: house, delete: ['admin'] },
  key: ['code'],
  sort: ['code'],
})

/** Answered by the supplier with a photograph, of whole lines, outdated by a new version of the guide. */
export const washAllocations = allocationArea({
  name: 'wash-allocations',
  plan: {
    kind: 'wash',
    lines: 'po-lines',
    orders: 'purchase-orders',
    library: { area: 'wash-guides', by: 'wash_guide_id', usable: ['active'], versions: 'edited' },
    content: [],
    answer: 'evidence',
    evidence: ['photo'],
    allocate: ['admin', 'Office'],
    propose: [],
  },
  fields: { wash_guide_id: reference('wash-guides', { required: true, fixed: true, openTitle: true }) },
})

/** Order lines that ask for the second kind beside their factory. */
export const poLines: Area = {
  ...realLines,
  fields: {
    ...realLines.fields,
    wash_guide_id: reference('wash-guides', { readOnly: true, openTitle: true }),
    wash_readiness: choice(readinessStates, { readOnly: true, default: 'missing' }),
  },
} as unknown as Area
const attachments = linePlanOf(realLines as unknown as Area)
if (attachments) answersLines(poLines, attachments)

/** The register's areas with those of the second kind. */
export const withSecondKind = (areas: readonly Area[]): Area[] => [
  ...areas.map((area) => (area.name === poLines.name ? poLines : area)),
  washGuides as unknown as Area,
  washAllocations as unknown as Area,
]

/** What the second kind adds on the server: nothing but that its lines take over the guide. */
export const secondServers = async (): Promise<[string, AreaServer][]> => {
  const { serveAllocation } = await import('#server/allocation/allocation.ts')
  const { server } = serveAllocation<null>(washAllocations as unknown as Area, {
    facts: async () => null,
    check: (_work, _request, _facts, unusable) => (unusable ? [unusable] : []),
    lineValues: async (_work, _line, lineAllocations) => ({
      wash_guide_id:
        lineAllocations.findLast(({ status }) => status === 'approved' || status === 'waived')?.wash_guide_id ?? null,
    }),
  })
  return [[washAllocations.name, server]]
}
