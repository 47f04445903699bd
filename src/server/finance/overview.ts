import { sql } from 'kysely'
import * as z from 'zod'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, type ReadScope, readScopeOf } from '#server/kit/principal.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { addDays, weekOf } from '#shared/base/dates.ts'
import { quoted } from '#shared/base/quoted.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import { matchCodes, undecidedStates } from '#shared/trade/invoice-terms.ts'
import {
  approvalDays,
  approvedFilters,
  dueWindows,
  exceptionFilters,
  type PayablesOverview,
  payableFilters,
  rangeOfWindow,
  stuckReasons,
  submittedFilters,
  weeksFrom,
} from '#shared/trade/payables.ts'
import { daysToApproveSql, dueWeekSql, payableSql, stuckSql, wasApprovedSql } from '#shared/trade/payables-sql.ts'
import { baseAnswer, financeValues, invoicesSeen, sumAnswer } from './scope'
import { figureOf, queryOf, type SumRow, sumColumns } from './sums'

/** The overview: amounts due, stuck invoices by reason, days to approve, and the cash needed by week. */
export const readOverview = async (kit: Kit, me: Principal, supplier?: number): Promise<PayablesOverview> => {
  const readScope = readScopeOf(me)
  const values = await financeValues(kit, me, supplier)
  const { day, base } = values
  const from = addDays(day, -approvalDays)
  const earlier = addDays(from, -approvalDays)
  const { due, stuck, exceptions, approvals } = statementsOf(kit, readScope)
  const [dueRows, stuckRows, exceptionRows, [approval]] = [
    await run<SumRow & { week: string | null; is_overdue: boolean | null }>(kit.db, due, values),
    await run<SumRow & { reason: string }>(kit.db, stuck, values),
    await run<SumRow & { code: string }>(kit.db, exceptions, values),
    await run<Record<string, number | null>>(kit.db, approvals, { ...values, from, earlier }),
  ]
  const figure = (rows: readonly SumRow[], filters: Parameters<typeof queryOf>[0]) =>
    figureOf(rows, { filters, supplier, base })
  const dueIn = (from: string | undefined, to: string | undefined) =>
    dueRows.filter(
      ({ week, is_overdue }) =>
        week !== null && !is_overdue && (!from || week >= weekOf(from).from) && (!to || week <= to),
    )
  const overdue = dueRows.filter(({ is_overdue }) => is_overdue === true)
  const unknown = dueRows.filter(({ week }) => week === null)
  const weeks = weeksFrom(day)
  const afterWeeks = addDays(weeks.at(-1)?.to ?? day, 1)
  const number = (name: string) => approval?.[name] ?? 0
  return {
    day,
    base_currency: base,
    due: dueWindows.map((window) => {
      const range = rangeOfWindow(window, day)
      const rows = window === 'overdue' ? overdue : window === 'unknown' ? unknown : dueIn(range?.from, range?.to)
      return { name: window, ...figure(rows, payableFilters(range)) }
    }),
    total: figure(dueRows, payableFilters()),
    stuck: stuckReasons.map((reason) => ({
      name: reason,
      ...figure(
        stuckRows.filter((row) => row.reason === reason),
        [fieldIs('stuck', reason)],
      ),
    })),
    exceptions: matchCodes.flatMap((code) => {
      const rows = exceptionRows.filter((row) => row.code === code)
      return rows.length === 0 ? [] : [{ name: code, ...figure(rows, exceptionFilters(code)) }]
    }),
    approval: {
      now: approvalOf('now', approvedFilters(from)),
      before: approvalOf('before', approvedFilters(earlier, from)),
    },
    rate: {
      now: rateOf('now', from),
      before: rateOf('before', earlier, from),
    },
    weeks: [
      { from: null, to: addDays(day, -1), ...figure(overdue, payableFilters({ to: addDays(day, -1) })) },
      ...weeks.map(({ from, to }) => ({ from, to, ...figure(dueIn(from, to), payableFilters({ from, to })) })),
      { from: afterWeeks, to: null, ...figure(dueIn(afterWeeks, undefined), payableFilters({ from: afterWeeks })) },
      { from: null, to: null, ...figure(unknown, payableFilters(null)) },
    ],
  }

  function approvalOf(period: 'now' | 'before', filters: Parameters<typeof queryOf>[0]) {
    return {
      count: number(`approved_${period}`),
      median_days: approval?.[`median_${period}`] ?? null,
      p90_days: approval?.[`p90_${period}`] ?? null,
      query: queryOf(filters, supplier),
    }
  }

  function rateOf(period: 'now' | 'before', from: string, until?: string) {
    const filters = submittedFilters(from, until)
    return {
      submitted: number(`submitted_${period}`),
      exceptions: number(`exceptions_${period}`),
      submitted_query: queryOf(filters, supplier),
      exceptions_query: queryOf([...filters, fieldIs('match_status', 'exception')], supplier),
    }
  }
}

const statements = memo<ReturnType<typeof buildStatements>>(10)
const statementsOf = (kit: Kit, readScope: ReadScope) => statements(readScope, () => buildStatements(kit, readScope))

const buildStatements = (
  kit: Kit,
  readScope: ReadScope,
): Record<'due' | 'stuck' | 'exceptions' | 'approvals', Statement> => {
  const seen = invoicesSeen(kit, readScope)
  const today = sql`${slot('day')}::date`
  const period = (column: string, condition: string, name: 'now' | 'before') =>
    sql`(${sql.raw(condition)} and ${sql.raw(column)} >= ${slot(name === 'now' ? 'from' : 'earlier')}::date
      ${name === 'before' ? sql`and ${sql.raw(column)} < ${slot('from')}::date` : sql``})`
  const approved = (name: 'now' | 'before') => period('i.approved_at', wasApprovedSql('i'), name)
  const submitted = (name: 'now' | 'before') => period('i.submitted_at', 'i.archived_at is null', name)
  const days = sql.raw(daysToApproveSql('i'))
  const figures = (['now', 'before'] as const).flatMap((name) => [
    sql`(count(*) filter (where ${approved(name)}))::int as ${sql.id(`approved_${name}`)}`,
    ...(
      [
        ['median', 0.5],
        ['p90', 0.9],
      ] as const
    ).map(
      ([figure, share]) =>
        sql`round((percentile_cont(${sql.lit(share)}) within group (order by ${days}) filter (where ${approved(name)}))::numeric, 1)::float8 as ${sql.id(`${figure}_${name}`)}`,
    ),
    sql`(count(*) filter (where ${submitted(name)}))::int as ${sql.id(`submitted_${name}`)}`,
    sql`(count(*) filter (where ${submitted(name)} and i.match_status = 'exception'))::int as ${sql.id(`exceptions_${name}`)}`,
  ])
  return {
    due: compile(sql`
      select ${sql.raw(dueWeekSql('i'))}::text as week, i.due_date < ${today} as is_overdue, ${sumColumns()}
      from invoices as i
      where ${sql.raw(payableSql('i'))} and i.archived_at is null and ${seen} group by 1, 2, i.currency`),
    stuck: compile(sql`
      select r.reason, ${sumColumns()}
      from invoices as i cross join lateral unnest(${sql.raw(stuckSql('i'))}) as r(reason)
      where i.archived_at is null and ${seen} group by r.reason, i.currency`),
    exceptions: compile(sql`
      select c.code, ${sumColumns()}
      from invoices as i cross join lateral unnest(i.exceptions) as c(code)
      where i.status in (${sql.raw(quoted(undecidedStates))}) and i.archived_at is null and ${seen}
      group by c.code, i.currency`),
    approvals: compile(sql`
      select ${sql.join(figures)} from invoices as i
      where (i.approved_at >= ${slot('earlier')}::date or i.submitted_at >= ${slot('earlier')}::date) and ${seen}`),
  }
}

const figureAnswer = z.object({
  query: z.string().describe('Of `GET /api/invoices`, and of the page of that list.'),
  count: z.int(),
  sums: z.array(sumAnswer),
  base: baseAnswer,
})

const approvalAnswer = z.object({
  count: z.int(),
  median_days: z.number().nullable(),
  p90_days: z.number().nullable(),
  query: z.string(),
})

const rateAnswer = z.object({
  submitted: z.int(),
  exceptions: z.int(),
  submitted_query: z.string(),
  exceptions_query: z.string(),
})

export const overviewAnswer = z.object({
  day: z.iso.date(),
  base_currency: z.string(),
  total: figureAnswer,
  due: z.array(figureAnswer.extend({ name: z.enum(dueWindows) })),
  stuck: z.array(figureAnswer.extend({ name: z.enum(stuckReasons) })),
  exceptions: z.array(figureAnswer.extend({ name: z.enum(matchCodes) })),
  approval: z.object({ now: approvalAnswer, before: approvalAnswer }),
  rate: z.object({ now: rateAnswer, before: rateAnswer }),
  weeks: z
    .array(figureAnswer.extend({ from: z.iso.date().nullable(), to: z.iso.date().nullable() }))
    .describe('Overdue first, then week by week, then later, last what has no due date.'),
})
