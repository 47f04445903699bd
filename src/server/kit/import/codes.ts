import type { Field } from '#shared/kit/fields.ts'
import { fewMarks } from '#shared/kit/fold.ts'

/**
 * Derives a code from a name: unless the name is a valid code, other characters become hyphens and the text is cut to
 * fit.
 */
export const codeOf = (field: Field | undefined, name: string): string => {
  const { pattern, max, case: letters } = field?.options ?? {}
  const cased = letters === 'upper' ? name.toUpperCase() : letters === 'lower' ? name.toLowerCase() : name
  if (!pattern || (pattern.test(cased) && cased.length <= Number(max ?? defaultMax))) return cased
  const plain = fewMarks(cased)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
  return trimmed(plain.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, Number(max ?? defaultMax)))
}

/** The code with a number, cut so that both fit: for another record of the same name. */
export const numberedCode = (field: Field | undefined, code: string, number: number): string => {
  const suffix = `-${number}`
  return trimmed(code.slice(0, Number(field?.options.max ?? defaultMax) - suffix.length)) + suffix
}

/** The prefix that all numbered variants of a code share. */
export const stemOf = (field: Field | undefined, code: string): string =>
  trimmed(code.slice(0, Number(field?.options.max ?? defaultMax) - 6))

const defaultMax = 255

const trimmed = (code: string) => code.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '')
