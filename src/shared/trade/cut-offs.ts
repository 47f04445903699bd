import { addDays, formatDate, today } from '#shared/base/dates.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { type Language, textOf } from '#shared/kit/text.ts'

/** Deadlines of a carrier before departure, for cargo and for papers. */
export const cutOffs = ['cfs_cutoff', 'cy_cutoff', 'si_cutoff', 'vgm_cutoff'] as const

/**
 * Problems of the dates of a journey: arrival before departure, or a cut-off after the date of departure. That date is
 * local to the port, whose time zone is not known here, so it counts as over when it is over everywhere (UTC−12).
 */
export const journeyProblems = (record: Readonly<Record<string, unknown>>): Problem[] => {
  const { etd, eta, atd, ata } = record
  const departure = typeof etd === 'string' ? etd : null
  const isBefore = (late: unknown, early: unknown) =>
    typeof late === 'string' && typeof early === 'string' && late < early
  return [
    ...(isBefore(eta, etd) ? [problem(textOf('problems.journey.eta_before_etd'), 'eta')] : []),
    ...(isBefore(ata, atd) ? [problem(textOf('problems.journey.ata_before_atd'), 'ata')] : []),
    ...cutOffs.flatMap((field) => {
      const moment = record[field]
      return departure &&
        typeof moment === 'string' &&
        Date.parse(moment) >= Date.parse(`${addDays(departure, 1)}T12:00:00Z`)
        ? [problem(textOf('problems.journey.cut_off_after_etd'), field)]
        : []
    }),
  ]
}

/**
 * Formats a moment in the time zone of a port, as carriers write it: `12 Mar 2027, 16:00 GMT+8`. Empty for no moment.
 */
export const momentIn = (moment: unknown, zone: string, language: Language): string => {
  if (typeof moment !== 'string') return ''
  const at = new Date(moment)
  const time = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, hour: '2-digit', minute: '2-digit', timeZoneName: 'shortOffset' },
  }).format(at)
  return [formatDate(today(zone, at), language), time].join(language === 'zh' ? ' ' : ', ')
}
