import { addDays, formatDate, today } from '#shared/base/dates.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { type Language, textOf } from '#shared/kit/text.ts'

/** Moments until when a carrier takes cargo or papers, before the ship leaves. */
export const cutOffs = ['cfs_cutoff', 'cy_cutoff', 'si_cutoff', 'vgm_cutoff'] as const
export type CutOff = (typeof cutOffs)[number]

/**
 * What is wrong with the dates of a journey: arrival before departure, a cut-off after the day on which the ship leaves.
 * That day is the port's, whose zone nobody states: it counts as over once it is over everywhere (UTC−12).
 */
export const journeyProblems = (record: Readonly<Record<string, unknown>>): Problem[] => {
  const { etd, eta, atd, ata } = record
  const day = typeof etd === 'string' ? etd : null
  const isBefore = (late: unknown, early: unknown) =>
    typeof late === 'string' && typeof early === 'string' && late < early
  return [
    ...(isBefore(eta, etd) ? [problem(textOf('problems.journey.eta_before_etd'), 'eta')] : []),
    ...(isBefore(ata, atd) ? [problem(textOf('problems.journey.ata_before_atd'), 'ata')] : []),
    ...cutOffs.flatMap((field) => {
      const moment = record[field]
      return day && typeof moment === 'string' && Date.parse(moment) >= Date.parse(`${addDays(day, 1)}T12:00:00Z`)
        ? [problem(textOf('problems.journey.cut_off_after_etd'), field)]
        : []
    }),
  ]
}

/** `12 Mar 2027, 16:00 GMT+8`: by the clock of the port, as carriers write it. */
export const momentIn = (moment: unknown, zone: string, language: Language): string => {
  if (typeof moment !== 'string') return ''
  const at = new Date(moment)
  const time = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, hour: '2-digit', minute: '2-digit', timeZoneName: 'shortOffset' },
  }).format(at)
  return [formatDate(today(zone, at), language), time].join(language === 'zh' ? ' ' : ', ')
}
