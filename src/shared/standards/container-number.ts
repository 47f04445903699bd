/**
 * Container numbers by ISO 6346: three letters for the owner, a letter for the equipment (U freight container, J
 * detachable equipment, Z trailer or chassis), six digits and a check digit.
 */
export const containerNumberPattern = /^[A-Z]{3}[UJZ]\d{7}$/

/** The stored form: capitals, without spaces and hyphens. */
export const normalizeContainerNumber = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

export type ContainerNumberFault = 'format' | 'check_digit'

/** The fault of a normalised number; null if it is valid. */
export const containerNumberFault = (number: string): ContainerNumberFault | null => {
  if (!containerNumberPattern.test(number)) return 'format'
  return containerCheckDigit(number) === Number(number[10]) ? null : 'check_digit'
}

/** The check digit for the first ten characters: their values times powers of two, modulo 11, where 10 counts as 0. */
export const containerCheckDigit = (number: string): number => {
  const sum = [...number.slice(0, 10)].reduce(
    (total, character, index) => total + characterValue(character) * 2 ** index,
    0,
  )
  return (sum % 11) % 10
}

// Letters have values from 10 up, leaving out the multiples of 11.
const characterValue = (character: string): number => {
  if (character >= '0' && character <= '9') return Number(character)
  const letterIndex = character.charCodeAt(0) - 65
  return 10 + letterIndex + Math.floor((letterIndex + 9) / 10)
}
