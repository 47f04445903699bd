import { type Text, textOf } from '#shared/kit/text.ts'
import type { LegalPart } from './label-parts'

/** Why a value is not valid for this legal part of a label; null if it is. */
export const legalValueProblem = (part: LegalPart, value: string): Text | null => {
  switch (part) {
    case 'rn':
      return /^\d{1,6}$/.test(value) ? null : textOf('problems.label-markets.bad_rn')
    case 'ca':
      return /^\d{5}$/.test(value) ? null : textOf('problems.label-markets.bad_ca')
    case 'abn':
      return isAbn(value) ? null : textOf('problems.label-markets.bad_abn')
    case 'safety_category':
      return /^[ABC]$/.test(value) ? null : textOf('problems.label-markets.bad_safety_category')
    default:
      return null
  }
}

/** Whether a text is an Australian Business Number: 11 digits whose weighted sum is a multiple of 89. */
export const isAbn = (value: string): boolean => {
  const digits = value.replaceAll(' ', '')
  if (!/^\d{11}$/.test(digits)) return false
  const total = abnWeights.reduce((sum, weight, at) => sum + weight * (Number(digits[at]) - (at === 0 ? 1 : 0)), 0)
  return total % 89 === 0
}
const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

/** Formats an Australian Business Number: `51 824 753 556`. */
export const spacedAbn = (value: string): string =>
  value.replaceAll(' ', '').replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')
