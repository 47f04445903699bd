/** The check digit of GS1 for the digits before it: weights 3, 1, 3, 1 … from the right (for GTIN-13: 1, 3, 1, 3 … from the left). */
export const gtinCheckDigit = (digits: string): number => {
  const sum = [...digits].reduceRight(
    (sum, digit, index) => sum + Number(digit) * ((digits.length - index) % 2 ? 3 : 1),
    0,
  )
  return (10 - (sum % 10)) % 10
}

/** Whether the text is a GTIN-13: 13 digits, the last one right. */
export const isGtin13 = (text: string): boolean =>
  /^\d{13}$/.test(text) && gtinCheckDigit(text.slice(0, 12)) === Number(text[12])
