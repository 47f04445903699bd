/** IBAN lengths by country, from the registry of ISO 13616. */
const ibanLengths: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24
  FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32
  LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24
  RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** Removes spaces and hyphens between groups of an account number, and capitalises it. */
export const compactNumber = (text: string): string => text.replace(/[\s-]+/g, '').toUpperCase()

/** Whether the text is an IBAN by ISO 13616: it has the length of its country, and its checksum is 1 modulo 97. */
export const isIban = (text: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text) &&
  ibanLengths.get(text.slice(0, 2)) === text.length &&
  BigInt(digitsOf(text.slice(4) + text.slice(0, 4))) % 97n === 1n

/** Letters have the values 10 to 35. */
const digitsOf = (text: string) => text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))

/**
 * Whether the text is a BIC by ISO 9362 of eight or eleven characters, of which the fifth and sixth are the country of
 * the bank.
 */
export const isBic = (text: string): boolean => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text)

/** Whether the text is a CNAPS code of a Chinese bank: twelve digits, the last a check digit by ISO 7064 MOD 11,10. */
export const isCnaps = (text: string): boolean => {
  if (!/^\d{12}$/.test(text)) return false
  let product = 10
  for (const digit of text.slice(0, -1)) product = (((product + Number(digit)) % 10 || 10) * 2) % 11
  return (product + Number(text.slice(-1))) % 10 === 1
}

/** Whether the text is a routing number of a US bank: nine digits with weights 3, 7, 1. */
export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) &&
  [...text].reduce((sum, digit, index) => sum + Number(digit) * ([3, 7, 1][index % 3] ?? 0), 0) % 10 === 0

/** Checks of national bank codes by country, where the format is known. */
const clearingCodes: Readonly<Record<string, (text: string) => boolean>> = {
  AU: (text) => /^\d{6}$/.test(text),
  CN: isCnaps,
  GB: (text) => /^\d{6}$/.test(text),
  HK: (text) => /^\d{3}$/.test(text),
  IN: (text) => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text),
  US: isRoutingNumber,
}

/** Whether the code is a bank code of the country; any code is accepted if the country's format is unknown. */
export const isClearingCode = (text: string, country: string): boolean => clearingCodes[country]?.(text) ?? true
