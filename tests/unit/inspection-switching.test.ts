import { describe, expect, it } from 'vitest'
import { type InspectedLot, nextSeverity, type SwitchingPolicy } from '#shared/trade/inspection-switching.ts'

const severities = { n: 'normal', t: 'tightened', r: 'reduced' } as const

/** Lots written as `n+ n- t+ r~`: severity, and accepted, not accepted, or accepted above the acceptance number. */
const lotsOf = (written: string): InspectedLot[] =>
  written
    .split(' ')
    .filter(Boolean)
    .map((lot) => ({
      severity: severities[lot[0] as keyof typeof severities],
      isAccepted: lot[1] !== '-',
      isMarginal: lot[1] === '~',
    }))

const good = (lot: string, count: number) => Array(count).fill(`${lot}+`).join(' ')

describe('the severity of the next inspection', () => {
  it.each<[name: string, lots: string, policy: SwitchingPolicy, severity: string]>([
    ['begins as normal', '', 'tighten_and_reduce', 'normal'],
    ['stays normal without a policy', 'n- n-', 'normal_only', 'normal'],
    ['stays normal after one lot that failed', 'n+ n-', 'tighten', 'normal'],
    ['is tightened after two that failed at once', 'n- n-', 'tighten', 'tightened'],
    ['is tightened after two of five', 'n- n+ n+ n+ n-', 'tighten', 'tightened'],
    ['is not tightened after two of six', 'n- n+ n+ n+ n+ n-', 'tighten', 'normal'],
    ['stays tightened until five in a row are accepted', `n- n- ${good('t', 4)}`, 'tighten', 'tightened'],
    ['is normal after five in a row', `n- n- ${good('t', 5)}`, 'tighten', 'normal'],
    ['counts the five anew after one that failed', `n- n- ${good('t', 4)} t- ${good('t', 4)}`, 'tighten', 'tightened'],
    ['looks at lots since the return to normal alone', `n- n- ${good('t', 5)} n-`, 'tighten', 'normal'],
    ['stays tightened while lots end that began as normal ones', 'n- n- n+ t+ n+', 'tighten', 'tightened'],
    ['counts tightened lots across these', 'n- n- t+ n+ t+ t+ n- t+ t+', 'tighten', 'normal'],
    ['is normal where the settings left it so for long', `n- n- t- ${good('n', 5)}`, 'tighten', 'normal'],
    ['is reduced after ten accepted lots', good('n', 10), 'tighten_and_reduce', 'reduced'],
    ['is not reduced after nine', good('n', 9), 'tighten_and_reduce', 'normal'],
    ['is not reduced where the policy only tightens', good('n', 10), 'tighten', 'normal'],
    ['is not reduced with one failed lot among ten', `n- ${good('n', 9)}`, 'tighten_and_reduce', 'normal'],
    ['stays reduced while lots are accepted', `${good('n', 10)} r+ r+`, 'tighten_and_reduce', 'reduced'],
    ['is normal after a reduced lot that failed', `${good('n', 10)} r-`, 'tighten_and_reduce', 'normal'],
    ['is normal after one between both numbers', `${good('n', 10)} r~`, 'tighten_and_reduce', 'normal'],
    ['leaves reduced inspection with the policy', `${good('n', 10)} r+`, 'tighten', 'normal'],
  ])('%s', (_, lots, policy, severity) => {
    expect(nextSeverity(lotsOf(lots), policy)).toEqual({ severity, isDiscontinued: false })
  })

  it.each<[lots: string, isDiscontinued: boolean]>([
    ['n- n- t- t+ t- t- t-', false],
    ['n- n- t- t+ t- t- t- t-', true],
    [`n- n- t- t- t- t- t- ${good('t', 5)} n+`, false],
  ])('inspection is discontinued after five tightened lots that failed: %s', (lots, isDiscontinued) => {
    expect(nextSeverity(lotsOf(lots), 'tighten').isDiscontinued).toBe(isDiscontinued)
  })
})
