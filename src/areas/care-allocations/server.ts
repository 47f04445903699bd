import { serveAllocation } from '#server/allocation/allocation.ts'
import type { Queryable } from '#server/db/types.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import type { CareChoice } from '#shared/standards/care-symbols.ts'
import { type CareFibre, careWarnings } from '#shared/trade/care.ts'
import { careAllocations } from './area'

interface Facts {
  instructions: ReadonlyMap<number, CareChoice>
  /** The fibres of lines, by line: as declared, otherwise as on their articles. */
  fibres: ReadonlyMap<number, readonly CareFibre[]>
}

const engine = serveAllocation<Facts>(careAllocations, {
  facts: async ({ tx }, drafts) => ({
    instructions: await readInstructions(
      tx,
      drafts.flatMap(({ record }) => record?.id ?? []),
    ),
    fibres: await readLineFibres(
      tx,
      drafts.map(({ line }) => line.id),
    ),
  }),

  fill: (_work, { allocation, line, record }, facts) => {
    Object.assign(allocation, {
      article_id: line.article_id,
      colourway_id: line.colourway_id,
      conflicts: warningsOf(facts, line.id, record?.id).length > 0,
    })
  },

  check: (_work, _draft, _facts, unusable) => (unusable ? [unusable] : []),

  warn: (_work, { line, record }, facts) => warningsOf(facts, line.id, record?.id).map(({ text }) => text),
})

export const server = {
  ...engine,
  server: {
    ...engine.server,
    follows: {
      ...engine.server.follows,
      'fibre-allocations': (work, changes) =>
        settleConflicts(
          work,
          changes.map(({ after }) => Number(after.po_line_id)),
        ),
      articles: followArticles,
      yarns: followYarns,
    },
  },
} satisfies typeof engine

/** Runs after articles were written: colourways whose fibres or yarn changed. */
async function followArticles(work: Work, changes: readonly Change[]) {
  const colourways = changes.flatMap(({ before, after }) => {
    const earlier = new Map(rowsOf(before, 'colourways').map((row) => [row.id, row]))
    return rowsOf(after, 'colourways').flatMap((row) => {
      const old = earlier.get(row.id)
      return old && (old.yarn_id !== row.yarn_id || madeOf(old) !== madeOf(row)) ? Number(row.id) : []
    })
  })
  if (colourways.length > 0) await settleConflicts(work, await openLinesOf(work, 'c.id', colourways))
}

/** Runs after yarns were written: yarns whose fibres changed. */
async function followYarns(work: Work, changes: readonly Change[]) {
  const yarns = changes.flatMap(({ before, after }) =>
    before && madeOf(before) !== madeOf(after) ? Number(after.id) : [],
  )
  if (yarns.length > 0) await settleConflicts(work, await openLinesOf(work, 'c.yarn_id', yarns))
}

const rowsOf = (doc: Doc | null, name: string) => (doc?.[name] ?? []) as Doc[]
const madeOf = (doc: Doc) =>
  rowsOf(doc, 'fibres')
    .map(({ component, fibre_id, pct }) => `${component} ${fibre_id} ${Number(pct)}`)
    .sort()
    .join()

/** Open lines with care instructions, by colourway or by its yarn. */
const openLinesOf = async ({ tx }: Work, field: 'c.id' | 'c.yarn_id', ids: readonly number[]) => {
  const rows = await tx.query<{ id: number }>(
    `select l.id from po_lines l join colourways c on c.id = l.colourway_id
     where ${field} = any($1::bigint[]) and l.line_status = 'open'
       and exists (select 1 from care_allocations a where a.po_line_id = l.id)`,
    [ids],
    `care_lines_by_${field}`,
  )
  return rows.map(({ id }) => id)
}

/** Recomputes whether care instructions may damage these lines, after their fibres changed. */
async function settleConflicts({ tx, touched }: Work, ids: readonly number[]) {
  const lines = [...new Set(ids)]
  const rows = await tx.query<{ id: number; line: number; instruction: number; conflicts: boolean }>(
    `select id, po_line_id as line, care_instruction_id as instruction, conflicts from care_allocations
     where po_line_id = any($1::bigint[]) and status not in ('replaced', 'cancelled') order by id`,
    [lines],
    'care_of_composed_lines',
  )
  if (rows.length === 0) return
  const facts = {
    instructions: await readInstructions(
      tx,
      rows.map(({ instruction }) => instruction),
    ),
    fibres: await readLineFibres(tx, lines),
  }
  const changed = rows.flatMap(({ id, line, instruction, conflicts }) =>
    warningsOf(facts, line, instruction).length > 0 === conflicts ? [] : [id],
  )
  if (changed.length === 0) return
  // Keeps the version of the allocations: the change belongs to the composition and is in its history.
  await tx.query(
    'update care_allocations set conflicts = not conflicts where id = any($1::bigint[])',
    [changed],
    'care_conflicts_settle',
  )
  touched.add(careAllocations.name)
}

const warningsOf = ({ instructions, fibres }: Facts, line: number, instruction: number | undefined) => {
  const choice = instructions.get(instruction ?? 0)
  return choice ? careWarnings(choice, fibres.get(line) ?? []) : []
}

const readInstructions = async (on: Queryable, ids: readonly number[]) => {
  const rows = await on.query<{ id: number } & CareChoice>(
    `select id, wash, bleach, tumble, natural_dry, iron, dry_clean, wet_clean
     from care_instructions where id = any($1::bigint[])`,
    [[...new Set(ids)]],
    'allocated_care_instructions',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const readLineFibres = async (on: Queryable, lines: readonly number[]) => {
  const rows = await on.query<CareFibre & { line: number; source: number }>(
    `with stated as (
       select a.po_line_id as line, 1 as source, d.component, d.pct, d.fibre_id
       from fibre_allocations a join declared_fibres d on d.fibre_allocation_id = a.id
       where a.po_line_id = any($1::bigint[]) and a.status not in ('rejected', 'cancelled', 'replaced')
       union all
       select l.id, 2, c.component, c.pct, c.fibre_id
       from po_lines l join colourway_fibres c on c.colourway_id = l.colourway_id where l.id = any($1::bigint[])
       union all
       select l.id, 3, 'shell', y.pct, y.fibre_id
       from po_lines l join colourways c on c.id = l.colourway_id join yarn_fibres y on y.yarn_id = c.yarn_id
       where l.id = any($1::bigint[]))
     select s.line, s.source, s.component, s.pct::text, f.code, f.family, concat_ws(' ', f.name_en, f.name_zh) as name
     from stated s join fibres f on f.id = s.fibre_id order by s.line, s.source`,
    [lines],
    'line_fibres',
  )
  const byLine = new Map<number, (typeof rows)[number][]>()
  for (const row of rows) {
    const present = byLine.get(row.line)
    // Only the rows of the most specific source count.
    if (!present) byLine.set(row.line, [row])
    else if (present[0]?.source === row.source) present.push(row)
  }
  return byLine
}
