import { sql } from 'kysely'
import { asPortal } from '#server/kit/as-portal.ts'
import { conflict, invalid } from '#server/kit/errors.ts'
import { type Change, type Doc, serve, type Work } from '#server/kit/kit.ts'
import { nextNumber } from '#server/kit/write/counters.ts'
import { sameStoredValue } from '#server/kit/write/diff.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import {
  chineseCore,
  distinctiveWords,
  likelyDuplicate,
  type NamedPlace,
  similarity,
} from '#shared/trade/similarity.ts'
import { factories, profileFields } from './area'
import { openChange } from './rules'

export const server = serve(factories, {
  scopes: {
    linked: (alias, caller) => sql<boolean>`${sql.id(alias, 'id')} in (
      select fs.factory_id from factory_suppliers as fs where fs.supplier_id = ${caller.supplier_id})`,
    linked_within: (alias, caller) => sql<boolean>`${sql.id(alias, 'id')} in (
      select fs.factory_id from factory_suppliers as fs where fs.supplier_id = any(${caller.portfolio}))`,
  },

  prepare: async (work, changes) => {
    await markDuplicates(work, changes)
    await settleCapacity(work, changes)
    const problems: Problem[][] = []
    for (const change of changes) {
      const { before, after } = change
      if (!before) {
        if (work.me.role === 'Agent') after.suppliers = [{ supplier_id: work.me.supplier_id }]
        if (!work.isTrial) after.factory_code ??= await nextNumber(work.tx, 'FA', work.context.today)
      }
      problems.push(
        before && work.me.role === 'Agent' ? storeAsChangeRequest(work, before, after) : keepInPortfolio(work, after),
      )
    }
    return problems
  },

  remarks: async (work, changes) => {
    const docs = changes.map(({ after }) => after)
    const twins = duplicatesIn(docs)
    // Suppliers and confined accounts must not learn about factories of other suppliers from a similar name.
    const names = work.me.role === 'Agent' || work.me.portfolio ? new Map<number, string>() : await namesOf(work, docs)
    return docs.map((doc) => {
      const like = names.get(Number(doc.duplicate_of_id)) ?? twins.get(doc)?.name_en
      return like ? [textOf('problems.factories.likely_known', { name: String(like) })] : []
    })
  },

  // Duplicates within one import are marked after the write, when all of them have an id.
  written: async (work, changes) => {
    const newFactories = changes.filter(({ before }) => !before).map(({ after }) => after)
    for (const [doc, twin] of duplicatesIn(newFactories))
      if (!doc.duplicate_of_id)
        await work.tx.query(
          'update factories set duplicate_of_id = $2 where id = $1',
          [doc.id, twin.id],
          'factory_twin',
        )
  },

  moves: {
    approve: { effect: (_work, factory) => void Object.assign(factory, { conditional_until: null }) },
    approve_conditionally: {
      effect: (work, factory, _change, { conditional_until }) => {
        if (String(conditional_until) <= work.context.today)
          throw invalid({ conditional_until: [textOf('problems.factories.past')] })
        factory.conditional_until = conditional_until
      },
    },
    accept_change: {
      effect: (work, factory, _change, { comment }) => {
        const changeRequest = openChange(factory as WithChangeRequests)
        for (const { field, new_value } of changeRequest?.items ?? []) factory[field] = JSON.parse(new_value ?? 'null')
        answerChangeRequest(work, changeRequest, 'applied', comment)
      },
    },
    refuse_change: {
      effect: (work, factory, _change, { reason }) =>
        answerChangeRequest(work, openChange(factory as WithChangeRequests), 'refused', reason),
    },
    withdraw_change: {
      guard: (work, factory) =>
        openChange(factory as WithChangeRequests)?.supplier_id === work.me.supplier_id
          ? []
          : [problem(textOf('problems.factories.no_change'))],
      effect: (work, factory, _change, { comment }) =>
        answerChangeRequest(work, openChange(factory as WithChangeRequests), 'withdrawn', comment),
    },
    not_duplicate: { effect: (_work, factory) => void Object.assign(factory, { duplicate_of_id: null }) },
    merge: { effect: (work, factory, _change, { into_id }) => merge(work, factory, Number(into_id)) },
  },
})

/** A changed capacity can put existing allocations over it or below it again. */
const settleCapacity = async ({ tx, isTrial, touched }: Work, changes: readonly Change[]) => {
  for (const { before, after } of changes) {
    if (!before || isTrial || before.capacity_per_month === after.capacity_per_month) continue
    await tx.query(
      `update factory_allocations a set over_capacity = not a.over_capacity
       where a.factory_id = $1 and a.over_capacity <> (a.status in ('proposed', 'approved') and $2 > 0 and $2 < (
         select sum(units) from (
           select max(b.qty) as units from factory_allocations b join po_lines l on l.id = b.po_line_id
           where b.factory_id = a.factory_id and b.status in ('proposed', 'approved') and l.line_status = 'open'
             and to_char(b.end_date, 'YYYY-MM') = to_char(a.end_date, 'YYYY-MM')
           group by b.po_line_id) x))`,
      [after.id, after.capacity_per_month ?? 0],
      'factory_capacity_changed',
    )
    touched.add('factory-allocations')
  }
}

interface ChangeRequest extends Doc {
  outcome: string
  supplier_id: number | null
  items: { field: string; old_value: string | null; new_value: string | null }[]
}
type WithChangeRequests = Doc & { changes?: ChangeRequest[] }

/**
 * Stores an agent's edit of a factory that is past its proposal as a change request instead of applying it. There is
 * one open request at a time; a new one replaces it.
 */
const storeAsChangeRequest = (work: Work, before: Doc, after: Doc): Problem[] => {
  if (before.status === 'proposed') return []
  const changed = profileFields.filter((name) => !sameStoredValue(factories.fields[name], before[name], after[name]))
  if (changed.length === 0) return []
  const waiting = openChange(after as WithChangeRequests)
  if (waiting && waiting.supplier_id !== work.me.supplier_id)
    throw conflict('busy', textOf('problems.factories.change_waits'))
  answerChangeRequest(work, waiting, 'withdrawn', null)
  const all = (after.changes ?? []) as ChangeRequest[]
  after.changes = [
    ...all,
    {
      seq: Math.max(0, ...all.map(({ seq }) => Number(seq))) + 1,
      supplier_id: work.me.supplier_id,
      outcome: 'proposed',
      proposed_by: work.me.id,
      proposed_at: work.now,
      answered_by: null,
      answered_at: null,
      answer: null,
      items: changed.map((field) => ({
        field,
        old_value: JSON.stringify(before[field] ?? null),
        new_value: JSON.stringify(after[field] ?? null),
      })),
    },
  ]
  for (const field of changed) after[field] = before[field]
  return []
}

const answerChangeRequest = (
  work: Work,
  changeRequest: ChangeRequest | undefined,
  outcome: string,
  comment: unknown,
) => {
  if (!changeRequest) return
  Object.assign(changeRequest, {
    outcome,
    answered_by: work.me.id || null,
    answered_at: work.now,
    answer: typeof comment === 'string' && comment ? comment : null,
  })
}

/** Marks new factories that probably exist under another spelling, for the office to decide. */
const markDuplicates = async ({ tx }: Work, changes: readonly Change[]) => {
  const newFactories = changes.filter(({ before }) => !before).map(({ after }) => after)
  if (newFactories.length === 0) return
  const existing = await candidates(tx, newFactories)
  for (const doc of newFactories) {
    let best = likelyDuplicate
    for (const candidate of existing) {
      if (candidate.country !== doc.country) continue
      const likely = similarity(doc as unknown as NamedPlace, candidate)
      if (likely < best) continue
      best = likely
      doc.duplicate_of_id = candidate.id
    }
  }
}

/** Maps each of these factories to an earlier one that is probably the same. */
const duplicatesIn = (docs: readonly Doc[]): Map<Doc, Doc> => {
  const twins = new Map<Doc, Doc>()
  for (const [at, doc] of docs.entries()) {
    const twin = docs
      .slice(0, at)
      .find(
        (earlier) =>
          earlier.country === doc.country &&
          similarity(doc as unknown as NamedPlace, earlier as unknown as NamedPlace) >= likelyDuplicate,
      )
    if (twin) twins.set(doc, twin)
  }
  return twins
}

const namesOf = async ({ tx }: Work, docs: readonly Doc[]): Promise<Map<number, string>> => {
  const ids = docs.flatMap(({ duplicate_of_id: id }) => (id ? [Number(id)] : []))
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: number; name: string }>(
    `select id, concat_ws(' · ', factory_code, name_en, city) as name from factories where id = any($1::bigint[])`,
    [ids],
    'factory_names',
  )
  return new Map(rows.map(({ id, name }) => [Number(id), name]))
}

interface Candidate extends NamedPlace {
  id: number
  country: string
}

/** Factories in the same countries that share the first letters of a distinctive word, or the same Chinese name. */
const candidates = async (tx: Work['tx'], docs: readonly Doc[]): Promise<Candidate[]> => {
  const beginnings = new Set(
    docs.flatMap(({ name_en }) => distinctiveWords(String(name_en)).map((word) => word.slice(0, 4))),
  )
  const chinese = docs.flatMap(({ name_zh }) => (name_zh ? [chineseCore(String(name_zh))] : [])).filter(Boolean)
  if (beginnings.size + chinese.length === 0) return []
  const countries = [...new Set(docs.map(({ country }) => String(country)))]
  return tx.query<Candidate>(
    `select id, name_en, name_zh, address_en, country from factories
     where country = any($1::text[]) and (search @@ $2::tsquery
         or regexp_replace(name_zh, '[\\s·・.,，。、()（）—-]+', '', 'g') ^@ any($3::text[]))
       and status not in ('rejected', 'exited') and archived_at is null
     order by id limit 5000`,
    [countries, [...beginnings].map((word) => `'${word}':*`).join(' | '), chinese],
    'factory_candidates',
  )
}

/**
 * The edit of a caller confined to a portfolio must keep the factory linked to one of its suppliers; otherwise it would
 * leave the caller's scope.
 */
const keepInPortfolio = ({ me }: Work, { suppliers }: Doc): Problem[] =>
  !me.portfolio ||
  (suppliers as { supplier_id: number }[]).some(({ supplier_id }) => me.portfolio?.includes(supplier_id))
    ? []
    : [problem(textOf('problems.factories.none_of_portfolio'), 'suppliers')]

/** Merges a duplicate proposal: moves its suppliers and audits to the existing factory and closes it. */
const merge = async (work: Work, factory: Doc, into: number) => {
  if (into === factory.id) throw invalid({ into_id: [textOf('problems.factories.own_parent')] })
  const [readableTarget] = await work.kit.repository('factories').find(work.tx, work.me, [into])
  const [target] = await work.tx.query<{ version: number }>(
    `select version from factories where id = $1 and archived_at is null and status not in ('rejected', 'exited') for update`,
    [into],
    'factory_known',
  )
  if (!readableTarget || !target) throw invalid({ into_id: [textOf('validation.no_such_record')] })
  const linked = await work.tx.query<{ id: number; supplier_id: number }>(
    'select id, supplier_id from factory_suppliers where factory_id = $1',
    [into],
    'factory_linked',
  )
  const shown = linked.filter(({ supplier_id }) => work.me.portfolio?.includes(supplier_id) ?? true)
  const have = new Set(linked.map(({ supplier_id }) => supplier_id))
  const more = (factory.suppliers as { supplier_id: number }[]).filter(({ supplier_id }) => !have.has(supplier_id))
  if (more.length > 0) {
    await work.kit.repository('factories').edit({ ...work, action: 'edit' }, into, {
      version: target.version,
      suppliers: [...shown, ...more.map(({ supplier_id }) => ({ supplier_id }))],
    })
  }
  const audits = await work.tx.query<{ id: number }>(
    'select id from factory_accreditations where factory_id = $1 order by id',
    [factory.id],
    'factory_audits_to_merge',
  )
  for (const { id } of audits)
    await work.kit.repository('factory-accreditations').edit(asPortal(work), id, { factory_id: into })
  factory.duplicate_of_id = into
}
