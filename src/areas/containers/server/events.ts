import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { rowRefusal } from '#server/kit/api/bulk.ts'
import { route } from '#server/kit/api/route.ts'
import { asPortal } from '#server/kit/as-portal.ts'
import { Refusal } from '#server/kit/errors.ts'
import type { Doc, Kit, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { keyedRows } from '#server/kit/write/keyed-rows.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { addDays, isRecordDate } from '#shared/base/dates.ts'
import { quoted } from '#shared/base/quoted.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { normalizeContainerNumber } from '#shared/standards/container-number.ts'
import {
  eventKinds,
  freedStates,
  type Milestone,
  moveOfMilestone,
  nextMilestone,
  reportedMilestones,
  waitingMilestones,
} from '#shared/trade/containers.ts'
import { milestoneLengths } from '#shared/trade/milestone-rows.ts'
import { containers } from '../area'
import { eventsOf } from './note'

/** The most events of one request. */
export const mostEvents = 500

const event = z.strictObject({
  source: z.string().trim().min(1).max(milestoneLengths.source).describe('Who says so: a carrier, an agent, a system.'),
  id: z
    .string()
    .trim()
    .min(1)
    .max(milestoneLengths.id)
    .describe('Its number at the source, by which it is taken once.'),
  container_no: z.string().trim().min(1).max(milestoneLengths.container_no),
  type: z.enum(reportedMilestones),
  kind: z.enum(eventKinds),
  at: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .refine((text) => isRecordDate(text.slice(0, 10)))
    .describe('A day, or a moment with its offset by the clock of the place.'),
  place: z.string().trim().max(milestoneLengths.place).nullish(),
})
type Reported = z.output<typeof event>

const body = z.strictObject({ events: z.array(event).min(1).max(mostEvents) })

const results = ['recorded', 'known', 'unknown_container', 'refused'] as const
const result = z.object({
  source: z.string(),
  id: z.string(),
  result: z.enum(results),
  message: z.string().optional().describe('Why it was refused, or what it could not move.'),
})
type Result = z.output<typeof result>

/** The events of one container in a request, each with its index in the request. */
interface Group {
  container_no: string
  events: { at: number; event: Reported }[]
}

interface GroupResult {
  /** The answer to each event by its index in the request. */
  answers: { at: number; answer: Result }[]
}

/**
 * `POST /api/containers/events`: records milestones reported by carriers and agents, each once by its source and id. An
 * event of an unknown container does not affect the others. Actual events set dates and make the next moves, but never go
 * back.
 */
export const eventsRoute = (app: FastifyInstance, kit: Kit) =>
  route(
    app,
    {
      method: 'POST',
      url: `/api/${containers.name}/events`,
      tags: [containers.name],
      summary: 'Report milestones of containers',
      mayCall: ({ role }) => kit.can(role, containers.name, 'edit'),
      keyed: true,
      body,
      answer: {
        description: 'What became of each event, in their order',
        schema: z.object({ results: z.array(result) }),
      },
      refusals: [401, 403, 409, 422],
    },
    async (request, { body: { events } }) => {
      const groups = await keyedRows<Group, GroupResult>(kit, request, {
        plan: async () => groupsOf(events),
        write: (group, keep) =>
          kit.write(
            request.me,
            'events',
            async (work) => {
              const answers = await record(work, request, group)
              await keep(work.tx, { answers })
              return { answers }
            },
            { requestId: request.id },
          ),
        refused: (group, error) => refused(request, group, error),
      })
      return {
        results: groups
          .flatMap(({ answers }) => answers)
          .sort((a, b) => a.at - b.at)
          .map(({ answer }) => answer),
      }
    },
  )

const groupsOf = (events: readonly Reported[]): Group[] => {
  const groups = new Map<string, Group>()
  for (const [at, event] of events.entries()) {
    const container_no = normalizeContainerNumber(event.container_no)
    const group = groups.get(container_no) ?? { container_no, events: [] }
    group.events.push({ at, event })
    groups.set(container_no, group)
  }
  return [...groups.values()]
}

const answerOf = ({ source, id }: Reported, answer: Omit<Result, 'source' | 'id'>): Result => ({
  source,
  id,
  ...answer,
})

const refused = (request: FastifyRequest, group: Group, error: unknown): GroupResult => {
  const { message = '' } = rowRefusal(containers, group.events[0]?.at ?? 0, error, request)
  return {
    answers: group.events.map(({ at, event }) => ({ at, answer: answerOf(event, { result: 'refused', message }) })),
  }
}

/** Records the new events of a container, makes the moves that wait for them, and answers each event. */
const record = async (work: Work, request: FastifyRequest, { container_no, events }: Group) => {
  // Lock before reading the known events, so that a concurrent sender's events are seen.
  const ids = await lockOpen(work, container_no)
  const knownEvents = await readKnown(
    work,
    events.map(({ event }) => event),
  )
  const language = languageOf(request.headers['accept-language'])
  const newEvents: { at: number; event: Reported }[] = []
  const answers: { at: number; answer: Result }[] = []
  for (const entry of events) {
    const key = keyOfEvent(entry.event)
    const answer = (answer: Omit<Result, 'source' | 'id'>) =>
      answers.push({ at: entry.at, answer: answerOf(entry.event, answer) })
    if (knownEvents.has(key)) answer({ result: 'known' })
    else if (ids.length === 0) answer({ result: 'unknown_container' })
    else if (isAhead(work, entry.event))
      answer({ result: 'refused', message: renderText(textOf('problems.containers.future'), language) })
    else {
      newEvents.push(entry)
      knownEvents.add(key)
    }
  }
  if (ids.length === 0 || newEvents.length === 0) return answers
  const reasons: ((type: string) => Text | null)[] = []
  for (const id of ids)
    reasons.push(
      await applyEvents(
        work,
        id,
        newEvents.map(({ event }) => event),
      ),
    )
  return [
    ...answers,
    ...newEvents.map(({ at, event }) => {
      const [text] = event.kind === 'actual' ? reasons.flatMap((reasonOf) => reasonOf(event.type) ?? []) : []
      return {
        at,
        answer: answerOf(event, { result: 'recorded', ...(text && { message: renderText(text, language) }) }),
      }
    }),
  ]
}

/** Whether an actual event is in the future. Tomorrow is accepted, because it may be today in a country further east. */
const isAhead = ({ context }: Work, { kind, at }: Reported): boolean =>
  kind === 'actual' && at.slice(0, 10) > addDays(context.today, 1)

const keyOfEvent = ({ source, id }: Pick<Reported, 'source' | 'id'>) => JSON.stringify([source, id])

const readKnown = async ({ tx }: Work, events: readonly Reported[]): Promise<Set<string>> => {
  const rows = await tx.query<{ source: string; id: string }>(
    `select source, source_id as id from container_events
     where (source, source_id) in (select * from unnest($1::text[], $2::text[]))`,
    [events.map(({ source }) => source), events.map(({ id }) => id)],
    'container_events_known',
  )
  return new Set(rows.map(keyOfEvent))
}

/** Locks the open container of that number, or the consignments in it; returns the ids that the user may see. */
const lockOpen = async ({ tx, kit, me }: Work, container_no: string): Promise<number[]> => {
  const rows = await tx.query<{ id: number }>(
    `select id from containers where container_no = $1 and archived_at is null
       and status not in (${quoted(freedStates)}) order by id for update`,
    [container_no],
    'containers_of_event',
  )
  const ids = rows.map(({ id }) => Number(id))
  return (await kit.repository(containers.name).find(tx, me, ids)).map(({ id }) => id)
}

/** Writes events and the dates that they change, and makes moves. Returns why a milestone could not move the container. */
const applyEvents = async (
  work: Work,
  id: number,
  events: readonly Reported[],
): Promise<(type: string) => Text | null> => {
  const repository = work.kit.repository(containers.name)
  const [container] = (await repository.find(work.tx, system, [id])) as Doc[]
  if (!container) return () => null
  await repository.edit(asPortal(work, 'events'), id, {
    ...datesOf(container, events),
    events: [
      ...eventsOf(container).map((row) => ({ id: row.id })),
      ...events.map(({ source, id: source_id, type, kind, at, place }) => ({
        ...{ type, kind, day: at.slice(0, 10), at: at.length > 10 ? new Date(at).toISOString() : null },
        ...{ place: place || null, source, source_id, noted_by: work.me.id || null },
      })),
    ],
  })
  for (let steps = 0; steps < 12; steps += 1) {
    const [current] = (await repository.find(work.tx, system, [id])) as Doc[]
    const next = current && nextMilestone(String(current.status), eventsOf(current))
    const entry = next && moveOfMilestone[next.type as Milestone]
    if (!current) break
    if (!next || !entry) {
      const waitingEvents = waitingMilestones(String(current.status), eventsOf(current))
      return (type) => {
        const waiting = waitingEvents.find((event) => event.type === type)
        return waiting ? textOf('problems.containers.waits', { missing: milestoneText(waiting.missing) }) : null
      }
    }
    try {
      await repository.move(asPortal(work, entry.move), id, entry.move, { [entry.asks]: next.day })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return () => error.text
    }
  }
  return () => null
}

const milestoneText = (type: Milestone) => textOf(`areas.container-events.choices.type.${type}`)

/** The dates that events change: estimates the expected ones, actual events those of milestones already reached. */
const datesOf = (container: Doc, events: readonly Reported[]): Record<string, string> => {
  const dates: Record<string, string> = {}
  for (const { type, kind, at } of events) {
    const day = at.slice(0, 10)
    const entry = moveOfMilestone[type]
    if (kind === 'estimated') {
      if (type === 'departed' && !container.atd) dates.etd = day
      if (type === 'arrived_port' && !container.ata) dates.eta = day
    }
    if (kind === 'actual' && entry && container[entry.field]) dates[entry.field] = day
  }
  return dates
}
