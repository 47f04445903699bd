import type { EInvoice, EInvoiceLine, Levy, Party, Payment, Syntax, TaxGroup, Totals } from './model'
import { all, at, parseXml, textAt, type XmlElement } from './parse'

/** A parsed invoice with its syntax and specification (BT-24). */
export interface ReadInvoice {
  syntax: Syntax
  specification: string
  invoice: EInvoice
}

/** Reads an electronic invoice in either syntax; null for any other document. Throws `UnreadableXml`. */
export const readEInvoice = (bytes: Uint8Array): ReadInvoice | null => {
  const root = parseXml(bytes)
  if (root.name === 'CrossIndustryInvoice' && root.space.includes('CrossIndustryInvoice')) return readCii(root)
  if (/:(Invoice|CreditNote)-2$/.test(root.space) && (root.name === 'Invoice' || root.name === 'CreditNote'))
    return readUbl(root)
  return null
}

/** Removes properties without a value. */
const withValues = <T extends Record<string, unknown>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** A decimal in the portal's form; other text is kept, so that the rules report it. */
const decimalAt = (element: XmlElement | undefined, ...path: readonly string[]) => {
  const text = textAt(element, ...path)?.replace(/^\+/, '')
  return text?.startsWith('.') ? `0${text}` : text?.replace(/\.$/, '')
}

/** A boolean of XML Schema, which can be written in two ways. */
const isTrue = (text: string | undefined) => text === 'true' || text === '1'

const required = (text: string | undefined) => text ?? ''

// ---- UN/CEFACT Cross Industry Invoice

const readCii = (root: XmlElement): ReadInvoice => {
  const document = at(root, 'ExchangedDocument')
  const trade = at(root, 'SupplyChainTradeTransaction')
  const agreement = at(trade, 'ApplicableHeaderTradeAgreement')
  const settlement = at(trade, 'ApplicableHeaderTradeSettlement')
  const delivery = at(trade, 'ApplicableHeaderTradeDelivery')
  const terms = all(settlement, 'SpecifiedTradePaymentTerms')
  const corrects = at(settlement, 'InvoiceReferencedDocument')
  const currency = required(textAt(settlement, 'InvoiceCurrencyCode'))
  const delivered = withValues({
    day: ciiDay(at(delivery, 'ActualDeliverySupplyChainEvent', 'OccurrenceDateTime')),
    country: textAt(delivery, 'ShipToTradeParty', 'PostalTradeAddress', 'CountryID'),
  })
  return {
    syntax: 'cii',
    specification: required(
      textAt(root, 'ExchangedDocumentContext', 'GuidelineSpecifiedDocumentContextParameter', 'ID'),
    ),
    invoice: {
      number: required(textAt(document, 'ID')),
      type: required(textAt(document, 'TypeCode')),
      issued: required(ciiDay(at(document, 'IssueDateTime'))),
      currency,
      notes: all(document, 'IncludedNote').flatMap((note) => textAt(note, 'Content') ?? []),
      documents: all(agreement, 'AdditionalReferencedDocument').map((reference) => ({
        number: required(textAt(reference, 'IssuerAssignedID')),
        ...withValues({ description: textAt(reference, 'Name') }),
      })),
      seller: ciiParty(at(agreement, 'SellerTradeParty')),
      buyer: ciiParty(at(agreement, 'BuyerTradeParty')),
      levies: all(settlement, 'SpecifiedTradeAllowanceCharge').map(ciiLevy),
      taxes: all(settlement, 'ApplicableTradeTax').map(ciiTax),
      totals: ciiTotals(at(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation'), currency),
      lines: all(trade, 'IncludedSupplyChainTradeLineItem').map(ciiLine),
      ...withValues({
        order: textAt(agreement, 'BuyerOrderReferencedDocument', 'IssuerAssignedID'),
        buyerReference: textAt(agreement, 'BuyerReference'),
        despatch: textAt(delivery, 'DespatchAdviceReferencedDocument', 'IssuerAssignedID'),
        due: terms.flatMap((term) => ciiDay(at(term, 'DueDateDateTime')) ?? [])[0],
        terms: terms.flatMap((term) => textAt(term, 'Description') ?? [])[0],
        corrects: ciiReference(corrects),
        delivery: Object.keys(delivered).length > 0 ? delivered : undefined,
        payment: ciiPayment(settlement),
      }),
    },
  }
}

/** A date in format 102 of UNTDID 2379, or in ISO 8601. */
const ciiDay = (element: XmlElement | undefined) => {
  const text = textAt(element, 'DateTimeString') ?? textAt(element, 'DateTime')
  const parts = text && /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text)
  return parts ? `${parts[1]}-${parts[2]}-${parts[3]}` : undefined
}

const ciiReference = (element: XmlElement | undefined): EInvoice['corrects'] => {
  const number = textAt(element, 'IssuerAssignedID')
  return number ? { number, ...withValues({ issued: ciiDay(at(element, 'FormattedIssueDateTime')) }) } : undefined
}

const ciiParty = (party: XmlElement | undefined): Party => {
  const address = at(party, 'PostalTradeAddress')
  const registered = (scheme: string) =>
    all(party, 'SpecifiedTaxRegistration').find((entry) => at(entry, 'ID')?.attributes.schemeID === scheme)
  return {
    name: required(textAt(party, 'Name')),
    address: ['LineOne', 'LineTwo', 'LineThree'].flatMap((line) => textAt(address, line) ?? []),
    country: required(textAt(address, 'CountryID')),
    ...withValues({
      id: textAt(party, 'ID') ?? textAt(party, 'GlobalID') ?? textAt(party, 'SpecifiedLegalOrganization', 'ID'),
      vatId: textAt(registered('VA'), 'ID'),
      taxId: textAt(registered('FC'), 'ID'),
      city: textAt(address, 'CityName'),
      postcode: textAt(address, 'PostcodeCode'),
    }),
  }
}

const ciiPayment = (settlement: XmlElement | undefined): Payment | undefined => {
  const means = all(settlement, 'SpecifiedTradeSettlementPaymentMeans')
  const [first] = means
  if (!first) return undefined
  const paid = means.find((entry) => at(entry, 'PayeePartyCreditorFinancialAccount')) ?? first
  const account = at(paid, 'PayeePartyCreditorFinancialAccount')
  const iban = textAt(account, 'IBANID')
  const number = iban ?? textAt(account, 'ProprietaryID')
  return {
    means: required(textAt(paid, 'TypeCode')),
    ...withValues({
      reference: textAt(settlement, 'PaymentReference'),
      account: number
        ? {
            number,
            isIban: iban !== undefined,
            ...withValues({
              holder: textAt(account, 'AccountName'),
              bic: textAt(paid, 'PayeeSpecifiedCreditorFinancialInstitution', 'BICID'),
            }),
          }
        : undefined,
    }),
  }
}

const ciiCategory = (tax: XmlElement | undefined) => ({
  category: required(textAt(tax, 'CategoryCode')),
  ...withValues({ rate: decimalAt(tax, 'RateApplicablePercent') }),
})

const ciiLevy = (element: XmlElement): Levy => ({
  isCharge: isTrue(textAt(element, 'ChargeIndicator', 'Indicator')),
  amount: required(decimalAt(element, 'ActualAmount')),
  ...ciiCategory(at(element, 'CategoryTradeTax')),
  ...withValues({ reason: textAt(element, 'Reason'), code: textAt(element, 'ReasonCode') }),
})

const ciiTax = (element: XmlElement): TaxGroup => ({
  ...ciiCategory(element),
  base: required(decimalAt(element, 'BasisAmount')),
  tax: required(decimalAt(element, 'CalculatedAmount')),
  ...withValues({ reason: textAt(element, 'ExemptionReason'), code: textAt(element, 'ExemptionReasonCode') }),
})

const ciiTotals = (summation: XmlElement | undefined, currency: string): Totals => {
  const taxes = all(summation, 'TaxTotalAmount')
  const tax = taxes.find(({ attributes }) => attributes.currencyID === currency) ?? taxes[0]
  return {
    lines: required(decimalAt(summation, 'LineTotalAmount')),
    net: required(decimalAt(summation, 'TaxBasisTotalAmount')),
    tax: decimalAt(tax) ?? '0',
    total: required(decimalAt(summation, 'GrandTotalAmount')),
    due: required(decimalAt(summation, 'DuePayableAmount')),
    ...withValues({
      allowances: decimalAt(summation, 'AllowanceTotalAmount'),
      charges: decimalAt(summation, 'ChargeTotalAmount'),
      prepaid: decimalAt(summation, 'TotalPrepaidAmount'),
      rounding: decimalAt(summation, 'RoundingAmount'),
    }),
  }
}

const ciiLine = (line: XmlElement): EInvoiceLine => {
  const product = at(line, 'SpecifiedTradeProduct')
  const agreement = at(line, 'SpecifiedLineTradeAgreement')
  const settlement = at(line, 'SpecifiedLineTradeSettlement')
  const price = at(agreement, 'NetPriceProductTradePrice')
  const qty = at(line, 'SpecifiedLineTradeDelivery', 'BilledQuantity')
  const levies = all(settlement, 'SpecifiedTradeAllowanceCharge').map((levy) =>
    signed(isTrue(textAt(levy, 'ChargeIndicator', 'Indicator')), required(decimalAt(levy, 'ActualAmount'))),
  )
  return {
    id: required(textAt(line, 'AssociatedDocumentLineDocument', 'LineID')),
    qty: required(decimalAt(qty)),
    unit: qty?.attributes.unitCode ?? '',
    amount: required(decimalAt(settlement, 'SpecifiedTradeSettlementLineMonetarySummation', 'LineTotalAmount')),
    price: required(decimalAt(price, 'ChargeAmount')),
    ...ciiCategory(at(settlement, 'ApplicableTradeTax')),
    name: required(textAt(product, 'Name')),
    ...withValues({
      per: decimalAt(price, 'BasisQuantity'),
      orderLine: textAt(agreement, 'BuyerOrderReferencedDocument', 'LineID'),
      order: textAt(agreement, 'BuyerOrderReferencedDocument', 'IssuerAssignedID'),
      description: textAt(product, 'Description'),
      sellerItem: textAt(product, 'SellerAssignedID'),
      buyerItem: textAt(product, 'BuyerAssignedID'),
      gtin: textAt(product, 'GlobalID'),
      hsCode: codeOf(all(product, 'DesignatedProductClassification').flatMap((entry) => at(entry, 'ClassCode') ?? [])),
      origin: textAt(product, 'OriginTradeCountry', 'ID'),
      levies: levies.length > 0 ? levies : undefined,
    }),
  }
}

const signed = (isCharge: boolean, amount: string) => (isCharge ? amount : `-${amount}`)

/** The code of the Harmonized System among the classifications. */
const codeOf = (codes: readonly XmlElement[]) =>
  codes.find(({ attributes }) => /^(HS|TSN)$/.test(attributes.listID ?? ''))?.text.trim() || undefined

// ---- UBL 2.1

const readUbl = (root: XmlElement): ReadInvoice => {
  const isCredit = root.name === 'CreditNote'
  const currency = required(textAt(root, 'DocumentCurrencyCode'))
  const totals = at(root, 'LegalMonetaryTotal')
  const taxTotals = all(root, 'TaxTotal')
  const tax = taxTotals.find((total) => at(total, 'TaxAmount')?.attributes.currencyID === currency) ?? taxTotals[0]
  const reference = at(root, 'BillingReference', 'InvoiceDocumentReference')
  const corrected = textAt(reference, 'ID')
  const delivered = withValues({
    day: textAt(root, 'Delivery', 'ActualDeliveryDate'),
    country: textAt(root, 'Delivery', 'DeliveryLocation', 'Address', 'Country', 'IdentificationCode'),
  })
  return {
    syntax: 'ubl',
    specification: required(textAt(root, 'CustomizationID')),
    invoice: {
      number: required(textAt(root, 'ID')),
      type: required(textAt(root, isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode')),
      issued: required(textAt(root, 'IssueDate')),
      currency,
      notes: all(root, 'Note').flatMap((note) => textAt(note)?.split('\n') ?? []),
      documents: all(root, 'AdditionalDocumentReference').map((document) => ({
        number: required(textAt(document, 'ID')),
        ...withValues({ description: textAt(document, 'DocumentDescription') }),
      })),
      seller: ublParty(at(root, 'AccountingSupplierParty', 'Party')),
      buyer: ublParty(at(root, 'AccountingCustomerParty', 'Party')),
      levies: all(root, 'AllowanceCharge').map(ublLevy),
      taxes: all(tax, 'TaxSubtotal').map(ublTax),
      totals: {
        lines: required(decimalAt(totals, 'LineExtensionAmount')),
        net: required(decimalAt(totals, 'TaxExclusiveAmount')),
        tax: decimalAt(tax, 'TaxAmount') ?? '0',
        total: required(decimalAt(totals, 'TaxInclusiveAmount')),
        due: required(decimalAt(totals, 'PayableAmount')),
        ...withValues({
          allowances: decimalAt(totals, 'AllowanceTotalAmount'),
          charges: decimalAt(totals, 'ChargeTotalAmount'),
          prepaid: decimalAt(totals, 'PrepaidAmount'),
          rounding: decimalAt(totals, 'PayableRoundingAmount'),
        }),
      },
      lines: all(root, isCredit ? 'CreditNoteLine' : 'InvoiceLine').map((line) => ublLine(line, isCredit)),
      ...withValues({
        order: textAt(root, 'OrderReference', 'ID'),
        buyerReference: textAt(root, 'BuyerReference'),
        despatch: textAt(root, 'DespatchDocumentReference', 'ID'),
        due: textAt(root, 'DueDate') ?? textAt(root, 'PaymentMeans', 'PaymentDueDate'),
        terms: textAt(root, 'PaymentTerms', 'Note'),
        corrects: corrected
          ? { number: corrected, ...withValues({ issued: textAt(reference, 'IssueDate') }) }
          : undefined,
        delivery: Object.keys(delivered).length > 0 ? delivered : undefined,
        payment: ublPayment(root),
      }),
    },
  }
}

const ublParty = (party: XmlElement | undefined): Party => {
  const address = at(party, 'PostalAddress')
  const registered = (isVat: boolean) =>
    all(party, 'PartyTaxScheme').find((entry) => (textAt(entry, 'TaxScheme', 'ID') === 'VAT') === isVat)
  return {
    name: required(textAt(party, 'PartyLegalEntity', 'RegistrationName') ?? textAt(party, 'PartyName', 'Name')),
    address: [
      textAt(address, 'StreetName'),
      textAt(address, 'AdditionalStreetName'),
      textAt(address, 'AddressLine', 'Line'),
    ].flatMap((line) => line ?? []),
    country: required(textAt(address, 'Country', 'IdentificationCode')),
    ...withValues({
      id: textAt(party, 'PartyIdentification', 'ID') ?? textAt(party, 'PartyLegalEntity', 'CompanyID'),
      vatId: textAt(registered(true), 'CompanyID'),
      taxId: textAt(registered(false), 'CompanyID'),
      city: textAt(address, 'CityName'),
      postcode: textAt(address, 'PostalZone'),
    }),
  }
}

const ublPayment = (root: XmlElement): Payment | undefined => {
  const means = all(root, 'PaymentMeans')
  const [first] = means
  if (!first) return undefined
  const paid = means.find((entry) => at(entry, 'PayeeFinancialAccount')) ?? first
  const account = at(paid, 'PayeeFinancialAccount')
  const number = textAt(account, 'ID')
  return {
    means: required(textAt(paid, 'PaymentMeansCode')),
    ...withValues({
      reference: textAt(paid, 'PaymentID'),
      account: number
        ? {
            number,
            isIban: /^[A-Z]{2}\d{2}[A-Z0-9 ]{11,}$/.test(number),
            ...withValues({
              holder: textAt(account, 'Name'),
              bic: textAt(account, 'FinancialInstitutionBranch', 'ID'),
            }),
          }
        : undefined,
    }),
  }
}

const ublCategory = (tax: XmlElement | undefined) => ({
  category: required(textAt(tax, 'ID')),
  ...withValues({ rate: decimalAt(tax, 'Percent') }),
})

const ublLevy = (element: XmlElement): Levy => ({
  isCharge: isTrue(textAt(element, 'ChargeIndicator')),
  amount: required(decimalAt(element, 'Amount')),
  ...ublCategory(at(element, 'TaxCategory')),
  ...withValues({
    reason: textAt(element, 'AllowanceChargeReason'),
    code: textAt(element, 'AllowanceChargeReasonCode'),
  }),
})

const ublTax = (element: XmlElement): TaxGroup => {
  const category = at(element, 'TaxCategory')
  return {
    ...ublCategory(category),
    base: required(decimalAt(element, 'TaxableAmount')),
    tax: required(decimalAt(element, 'TaxAmount')),
    ...withValues({ reason: textAt(category, 'TaxExemptionReason'), code: textAt(category, 'TaxExemptionReasonCode') }),
  }
}

const ublLine = (line: XmlElement, isCredit: boolean): EInvoiceLine => {
  const item = at(line, 'Item')
  const qty = at(line, isCredit ? 'CreditedQuantity' : 'InvoicedQuantity')
  const levies = all(line, 'AllowanceCharge').map((levy) =>
    signed(isTrue(textAt(levy, 'ChargeIndicator')), required(decimalAt(levy, 'Amount'))),
  )
  return {
    id: required(textAt(line, 'ID')),
    qty: required(decimalAt(qty)),
    unit: qty?.attributes.unitCode ?? '',
    amount: required(decimalAt(line, 'LineExtensionAmount')),
    price: required(decimalAt(line, 'Price', 'PriceAmount')),
    ...ublCategory(at(item, 'ClassifiedTaxCategory')),
    name: required(textAt(item, 'Name')),
    ...withValues({
      per: decimalAt(line, 'Price', 'BaseQuantity'),
      orderLine: textAt(line, 'OrderLineReference', 'LineID'),
      order: textAt(line, 'OrderLineReference', 'OrderReference', 'ID'),
      description: textAt(item, 'Description'),
      sellerItem: textAt(item, 'SellersItemIdentification', 'ID'),
      buyerItem: textAt(item, 'BuyersItemIdentification', 'ID'),
      gtin: textAt(item, 'StandardItemIdentification', 'ID'),
      hsCode: codeOf(
        all(item, 'CommodityClassification').flatMap((entry) => at(entry, 'ItemClassificationCode') ?? []),
      ),
      origin: textAt(item, 'OriginCountry', 'IdentificationCode'),
      levies: levies.length > 0 ? levies : undefined,
    }),
  }
}
