import type { Field } from '#shared/kit/fields.ts'
import { fewMarks } from '#shared/kit/fold.ts'

/** The code that a name becomes: where it is none as it is written, other signs become hyphens, and it is cut to fit. */
export const codeOf = (field: Field | undefined, name: string): string => {
  const { pattern, max, case: letters } = field?.options ?? {}
  const cased = letters === 'upper' ? name.toUpperCase() : letters === 'lower' ? name.toLowerCase() : name
  if (!pattern || (pattern.test(cased) && cased.length <= Number(max ?? longest))) return cased
  const plain = fewMarks(cased)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
  return trimmed(plain.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, Number(max ?? longest)))
}

/** The same code for another record: numbered, and cut so that the number fits. */
export const numberedCode = (field: Field | undefined, code: string, number: number): string => {
  const suffix = `-${number}`
  return trimmed(code.slice(0, Number(field?.options.max ?? longest) - suffix.length)) + suffix
}

/** The common prefix of all numbered variants of a code. */
export const stemOf = (field: Field | undefined, code: string): string =>
  trimmed(code.slice(0, Number(field?.options.max ?? longest) - 6))

const longest = 255

const trimmed = (code: string) => code.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '')
