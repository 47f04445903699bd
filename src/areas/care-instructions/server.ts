import { sql } from 'kysely'
import { type Change, type Doc, serve, type Work } from '#server/kit/kit.ts'
import { nextInSeries } from '#server/kit/write/counters.ts'
import { serveSuccession } from '#server/kit/write/succession.ts'
import { type CareWording, careText } from '#shared/standards/care-text.ts'
import type { CareInstruction } from '#shared/trade/care.ts'
import { careInstructions, generatedTexts } from './area'

const succession = serveSuccession(careInstructions, 'code')

export const server = serve(careInstructions, {
  scopes: {
    allocated: (alias, _caller, inScope) => sql<boolean>`exists (
      select 1 from care_allocations as ca where ca.care_instruction_id = ${sql.id(alias, 'id')}
        and ${inScope('care-allocations', 'ca')})`,
  },

  prepare: async (work, changes) => {
    const problems = await succession.number(work, changes)
    for (const { before, after } of changes) {
      if (!before && !work.isTrial) after.code ??= await freeCode(work)
      completeTexts(before, after)
      const version = `${after.code ?? 'CI'} v${after.version_no}`
      after.title_en = `${version} ${after.name_en}`
      after.title_zh = `${version} ${after.name_zh || after.name_en}`
    }
    return problems
  },

  moves: { revise: succession.revise, activate: succession.takeOver },
  mayDelete: succession.mayDelete,
  removed: succession.removed,
})

/** The next code that no user has already assigned by hand. */
const freeCode = async ({ tx }: Work): Promise<string> => {
  for (;;) {
    const code = `CI-${String(await nextInSeries(tx, 'CI')).padStart(4, '0')}`
    const [existing] = await tx.query('select 1 from care_instructions where code = $1 limit 1', [code], 'care_code')
    if (!existing) return code
  }
}

/** Regenerates texts that are empty or were generated before; edited texts stay. */
const completeTexts = (before: Change['before'], after: Doc) => {
  // Versions in use keep their texts, even if a later release generates others.
  if (before && before.status !== 'draft') return
  const edited = new Set<unknown>((before?.edited_texts as string[] | undefined) ?? [])
  after.edited_texts = generatedTexts.filter((field) => {
    const wording = field.slice('text_'.length) as CareWording
    const generated = careText(after as CareInstruction, (after.warnings ?? []) as string[], wording)
    const isKept = before !== null && after[field] === before[field] && !edited.has(field)
    if (!after[field] || isKept) after[field] = generated
    return after[field] !== generated
  })
}
