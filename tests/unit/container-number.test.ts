import { describe, expect, it } from 'vitest'
import {
  containerCheckDigit,
  containerNumberFault,
  normalizeContainerNumber,
} from '#shared/standards/container-number.ts'
import { isImoNumber } from '#shared/standards/imo-number.ts'

describe('container numbers of ISO 6346', () => {
  it.each([
    'CSQU3054383',
    'MEDU8707688',
    'HLXU2008419',
    'TGHU7599330',
    'ECMU4657496',
    'YMLU2809976',
    'OOLU8643084',
    'HJCU1922713',
    'ZEPU0037255',
  ])('%s is right', (number) => {
    expect(containerNumberFault(number)).toBeNull()
    expect(containerCheckDigit(number)).toBe(Number(number.at(-1)))
  })

  it.each([
    ['OOLU1922713', 8],
    ['HJCU1922413', 5],
    // A public self-test shows it as valid: it is not.
    ['MSCU1234565', 6],
  ])('%s has another check digit than %i', (number, right) => {
    expect(containerCheckDigit(number)).toBe(right)
    expect(containerNumberFault(number)).toBe('check_digit')
  })

  it('of a remainder of 10 have the check digit 0', () => {
    // The sum of its first ten characters is 4905, which leaves 10.
    expect(containerCheckDigit('CSQU305407')).toBe(0)
    expect(containerNumberFault('CSQU3054070')).toBeNull()
  })

  it.each([
    // Its check digit would fit, but A is no category of equipment.
    'TBJA7176445',
    'CSQX3054383',
    'CSQU305438',
    'CSQU30543833',
    'CS1U3054383',
    'csqu3054383',
    'CSQU 3054383',
    '',
  ])('%j has not their form', (number) => expect(containerNumberFault(number)).toBe('format'))

  it('are of freight containers, detachable equipment and trailers', () => {
    for (const category of ['U', 'J', 'Z']) {
      const start = `CSQ${category}305438`
      expect(containerNumberFault(`${start}${containerCheckDigit(start)}`)).toBeNull()
    }
  })

  it('find every single wrong digit', () => {
    for (let at = 4; at < 11; at += 1)
      for (let digit = 0; digit <= 9; digit += 1) {
        const changed = `CSQU3054383`.split('')
        if (changed[at] === String(digit)) continue
        changed[at] = String(digit)
        // 10 counts as 0, so that a digit of the serial may hide behind it.
        const isHidden = sumOf(changed.join('')) % 11 === 10
        if (!isHidden) expect(containerNumberFault(changed.join(''))).toBe('check_digit')
      }
  })

  it.each([
    ['Csq u3054383', 'CSQU3054383'],
    [' csqu 305438-3 ', 'CSQU3054383'],
    ['CSQU\u00a03054383', 'CSQU3054383'],
  ])('are stored as %j is meant', (typed, stored) => expect(normalizeContainerNumber(typed)).toBe(stored))
})

/** The table of letters as it is published: A 10, then on, without 11, 22 and 33. */
const letters =
  'A10 B12 C13 D14 E15 F16 G17 H18 I19 J20 K21 L23 M24 N25 O26 P27 Q28 R29 S30 T31 U32 V34 W35 X36 Y37 Z38'
const values = new Map(letters.split(' ').map((pair) => [pair[0], Number(pair.slice(1))]))
const sumOf = (number: string) =>
  [...number.slice(0, 10)].reduce((sum, sign, at) => sum + (values.get(sign) ?? Number(sign)) * 2 ** at, 0)
const checkBySum = (number: string) => (sumOf(number) % 11) % 10

describe('the letters of container numbers', () => {
  it.each([
    ['CSQU3054383', 6185],
    ['MEDU8707688', 7246],
    ['HLXU2008419', 3056],
    ['TGHU7599330', 4697],
    ['ECMU4657496', 7497],
    ['YMLU2809976', 7761],
    ['OOLU8643084', 5482],
    ['HJCU1922713', 3358],
    ['ZEPU0037255', 4592],
    ['OOLU1922713', 3418],
    ['HJCU1922413', 2590],
    ['TBJA7176445', 4647],
    ['MSCU1234565', 5528],
  ])('give %s the sum %i', (number, sum) => {
    expect(sumOf(number)).toBe(sum)
    expect(containerCheckDigit(number)).toBe((sum % 11) % 10)
  })

  it('count each as published', () => {
    for (const letter of values.keys())
      for (const place of [0, 3, 9]) {
        const number = `${'0'.repeat(place)}${letter}${'0'.repeat(9 - place)}`
        expect([number, containerCheckDigit(number)]).toEqual([number, checkBySum(number)])
      }
  })
})

describe('numbers of ships', () => {
  it.each(['9074729', '9319466', '9632179', '9778791', '8814275'])('%s is right', (number) =>
    expect(isImoNumber(number)).toBe(true),
  )
  it.each(['9074728', '9074792', '0974729', '907472', '90747299', 'IMO9074729', '9074 729', ''])(
    '%j is not',
    (number) => expect(isImoNumber(number)).toBe(false),
  )
})
