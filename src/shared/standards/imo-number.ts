/**
 * Whether an IMO ship number is valid: six digits with weights 7 to 2 and a check digit (International Maritime
 * Organization).
 */
export const isImoNumber = (number: string): boolean => {
  if (!/^\d{7}$/.test(number)) return false
  const sum = [...number.slice(0, 6)].reduce((total, digit, index) => total + Number(digit) * (7 - index), 0)
  return sum % 10 === Number(number[6])
}
