/**
 * Numbers of freight containers after ISO 6346: three letters of the owner, a letter for the kind of equipment (U freight
 * container, J detachable equipment, Z trailer or chassis), six digits and a check digit.
 */
export const containerNumberPattern = /^[A-Z]{3}[UJZ]\d{7}$/

/** As it is stored: capitals, without spaces and hyphens. */
export const normalizeContainerNumber = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

export type ContainerNumberFault = 'format' | 'check_digit'

/** What is wrong with a normalised number; null when it is right. */
export const containerNumberFault = (number: string): ContainerNumberFault | null => {
  if (!containerNumberPattern.test(number)) return 'format'
  return containerCheckDigit(number) === Number(number[10]) ? null : 'check_digit'
}

/** The check digit of the first ten characters: their values times powers of two, modulo 11, where 10 counts as 0. */
export const containerCheckDigit = (number: string): number => {
  const sum = [...number.slice(0, 10)].reduce(
    (total, character, index) => total + characterValue(character) * 2 ** index,
    0,
  )
  return (sum % 11) % 10
}

// Letters count from 10 and leave out the multiples of 11.
const characterValue = (character: string): number => {
  if (character >= '0' && character <= '9') return Number(character)
  const place = character.charCodeAt(0) - 65
  return 10 + place + Math.floor((place + 9) / 10)
}
