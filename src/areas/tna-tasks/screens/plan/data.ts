import { useQuery } from '@tanstack/react-query'
import { addDays, daysBetween, weekday } from '#shared/base/dates.ts'
import { mondayToFriday } from '#shared/base/working-days.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import {
  type CriticalPath,
  criticalPath,
  lateDays,
  type OwnerCalendars,
  officeCalendar,
  type Plan,
  type PlannedLine,
  type PlannedTask,
} from '#shared/trade/tna.ts'
import { today } from '#web/fields/day.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { format, language, t } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'
import { useSession } from '#web/providers/session.ts'
import { tnaTasks } from '../../area'

/** A line with the milestones that determine its ex-factory date. */
export interface LineView extends PlannedLine {
  path: CriticalPath | null
  /** Its pending milestones, in order. */
  pending: PlannedTask[]
  holder: PlannedTask | undefined
}

/** The filters of the plan, kept in the address. */
export const planFilters = ['q', 'purchase_order_id', 'supplier_id', 'owner', 'late', 'within'] as const
type Filter = (typeof planFilters)[number]

/** The plan's filters, kept in the address. */
export const usePlanAddress = () => {
  const [search, setSearch] = usePageSearch()
  const filters = Object.fromEntries(
    [...planFilters, 'po_line_id', 'view'].flatMap((name) => {
      const value = search.get(name)
      return value ? [[name, value]] : []
    }),
  ) as Partial<Record<Filter | 'view', string>>
  const set = (name: Filter | 'view', value: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  return { filters, set, clear: () => setSearch({}, { replace: true }) }
}

/** Lines with their milestones, the most delayed first, each with its critical path as of today. */
export const usePlan = (filters: Partial<Record<string, string>>) => {
  const { view: _, ...params } = filters
  return useQuery({
    queryKey: ['tna-plan', params],
    queryFn: async ({ signal }) => {
      const { lines, more, calendars } = await api<Plan>('GET', `${tnaTasks.name}/plan`, {
        params: params as Record<string, string>,
        signal,
      })
      const day = today()
      const office = calendars[officeCalendar] ?? mondayToFriday
      const calendarsOf = ({ country }: PlannedLine) => ({
        office,
        supplier: calendars[country ?? ''] ?? mondayToFriday,
      })
      return { lines: lines.map((line) => viewOf(line, day, calendarsOf(line))), more }
    },
    placeholderData: (before) => before,
  })
}

const viewOf = (line: PlannedLine, day: string, calendars: OwnerCalendars): LineView => {
  const path = criticalPath(line.tasks, day, calendars)
  const pending = line.tasks.filter(({ status }) => status === 'pending')
  return { ...line, path, pending, holder: line.tasks.find(({ code }) => code === path?.holder) }
}

export const taskName = ({ name_en, name_zh }: Pick<PlannedTask, 'name_en' | 'name_zh'>) =>
  (language() === 'zh' && name_zh) || name_en
export const articleOf = ({ article_en, article_zh }: PlannedLine) => (language() === 'zh' && article_zh) || article_en
export const ownerName = (owner: string) => t(`areas.tna-tasks.choices.owner.${owner}`)

/** The supplier of a line, when there may be several. */
export const useSupplierOf = () => {
  const role = useSession()?.role
  return ({ supplier }: PlannedLine) => (isOfficeRole(role) ? supplier : '')
}

/** `12 days late`; empty when it is not late. */
export const lateText = (task: PlannedTask, day = today()) => {
  const days = lateDays(task, day)
  return days > 0 ? t('site.plan.late', { count: days }) : ''
}

/** The forecast ex-factory date of a line, with its delay in days. */
export const forecastText = ({ path, ex_factory_date }: LineView) =>
  path && path.slip > 0
    ? t('site.plan.forecast', { date: format.date(path.forecast), count: path.slip })
    : t('site.plan.leaves', { date: format.date(ex_factory_date) })

/** The Mondays of the visible weeks. */
export const weeksFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, week) => addDays(first, week * 7))
export const mondayOf = (day: string) => addDays(day, 1 - weekday(day))

/** The side of the visible weeks on which a day lies; null inside. */
export const sideOf = (day: string, first: string, weeks: number): 'before' | 'after' | null =>
  day < first ? 'before' : day > addDays(first, weeks * 7) ? 'after' : null

/** The position of a day within the visible weeks in percent, limited to 0 and 100. */
export const placeOf = (day: string, first: string, weeks: number) =>
  Math.min(100, Math.max(0, (daysBetween(first, day) / (weeks * 7)) * 100))
