import { type EInvoice, type EInvoiceLine, type Levy, type Party, specification, type TaxGroup } from './model'
import { type Element, group, leaf, writeXml } from './xml'

/** Writes an invoice as UBL 2.1, in which a credit note is a separate document type. */
export const writeUbl = (invoice: EInvoice): string => {
  const isCredit = invoice.type === '381'
  const kind = isCredit ? 'CreditNote' : 'Invoice'
  const root = group(
    kind,
    leaf('cbc:CustomizationID', specification),
    leaf('cbc:ID', invoice.number),
    leaf('cbc:IssueDate', invoice.issued),
    leaf('cbc:DueDate', isCredit ? undefined : invoice.due),
    leaf(`cbc:${kind}TypeCode`, invoice.type),
    // A single note, as the syntax binding of BG-1 allows no more.
    leaf('cbc:Note', invoice.notes.join('\n')),
    leaf('cbc:DocumentCurrencyCode', invoice.currency),
    leaf('cbc:BuyerReference', invoice.buyerReference),
    group('cac:OrderReference', leaf('cbc:ID', invoice.order)),
    group(
      'cac:BillingReference',
      group(
        'cac:InvoiceDocumentReference',
        leaf('cbc:ID', invoice.corrects?.number),
        leaf('cbc:IssueDate', invoice.corrects?.issued),
      ),
    ),
    group('cac:DespatchDocumentReference', leaf('cbc:ID', invoice.despatch)),
    many(
      invoice.documents.map(({ number, description }) =>
        group('cac:AdditionalDocumentReference', leaf('cbc:ID', number), leaf('cbc:DocumentDescription', description)),
      ),
    ),
    group('cac:AccountingSupplierParty', partyOf(invoice.seller)),
    group('cac:AccountingCustomerParty', partyOf(invoice.buyer)),
    deliveryOf(invoice),
    paymentOf(invoice, isCredit),
    group('cac:PaymentTerms', leaf('cbc:Note', invoice.terms)),
    many(invoice.levies.map((levy) => levyOf(levy, invoice))),
    group(
      'cac:TaxTotal',
      money('cbc:TaxAmount', invoice.totals.tax, invoice),
      many(invoice.taxes.map((tax) => subtotalOf(tax, invoice))),
    ),
    totalsOf(invoice),
    many(invoice.lines.map((line) => lineOf(line, invoice, isCredit))),
  )
  if (!root) throw new Error('an electronic invoice needs a number (BT-1)')
  return writeXml(root, {
    xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${kind}-2`,
    'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  })
}

const many = (elements: readonly (Element | undefined)[]): Element[] => elements.flatMap((element) => element ?? [])

const money = (name: string, amount: string | undefined, { currency }: Pick<EInvoice, 'currency'>) =>
  leaf(name, amount, { currencyID: currency })

const partyOf = (party: Party) =>
  group(
    'cac:Party',
    group('cac:PartyIdentification', leaf('cbc:ID', party.id)),
    group(
      'cac:PostalAddress',
      leaf('cbc:StreetName', party.address[0]),
      leaf('cbc:AdditionalStreetName', party.address[1]),
      leaf('cbc:CityName', party.city),
      leaf('cbc:PostalZone', party.postcode),
      group('cac:AddressLine', leaf('cbc:Line', party.address.slice(2).join(', '))),
      group('cac:Country', leaf('cbc:IdentificationCode', party.country)),
    ),
    registration(party.vatId, 'VAT'),
    registration(party.taxId, 'TAX'),
    group('cac:PartyLegalEntity', leaf('cbc:RegistrationName', party.name)),
  )

const registration = (id: string | undefined, scheme: string) =>
  id ? group('cac:PartyTaxScheme', leaf('cbc:CompanyID', id), schemeOf(scheme)) : undefined

const schemeOf = (id: string) => group('cac:TaxScheme', leaf('cbc:ID', id))

const deliveryOf = ({ delivery }: EInvoice) =>
  group(
    'cac:Delivery',
    leaf('cbc:ActualDeliveryDate', delivery?.day),
    group(
      'cac:DeliveryLocation',
      group('cac:Address', group('cac:Country', leaf('cbc:IdentificationCode', delivery?.country))),
    ),
  )

const paymentOf = ({ payment, due }: EInvoice, isCredit: boolean) => {
  if (!payment) return undefined
  const { means, reference, account } = payment
  return group(
    'cac:PaymentMeans',
    leaf('cbc:PaymentMeansCode', means),
    // BT-9 of a credit note, which has no due date element of its own.
    leaf('cbc:PaymentDueDate', isCredit ? due : undefined),
    leaf('cbc:PaymentID', reference),
    group(
      'cac:PayeeFinancialAccount',
      leaf('cbc:ID', account?.number),
      leaf('cbc:Name', account?.holder),
      group('cac:FinancialInstitutionBranch', leaf('cbc:ID', account?.bic)),
    ),
  )
}

const categoryOf = (
  name: string,
  { category, rate, reason, code }: Pick<TaxGroup, 'category' | 'rate' | 'reason' | 'code'>,
) =>
  group(
    name,
    leaf('cbc:ID', category),
    leaf('cbc:Percent', category === 'O' ? undefined : rate),
    leaf('cbc:TaxExemptionReasonCode', code),
    leaf('cbc:TaxExemptionReason', reason),
    schemeOf('VAT'),
  )

const levyOf = ({ isCharge, amount, code, reason, category, rate }: Levy, invoice: EInvoice) =>
  group(
    'cac:AllowanceCharge',
    leaf('cbc:ChargeIndicator', String(isCharge)),
    leaf('cbc:AllowanceChargeReasonCode', code),
    leaf('cbc:AllowanceChargeReason', reason),
    money('cbc:Amount', amount, invoice),
    categoryOf('cac:TaxCategory', { category, ...(rate !== undefined && { rate }) }),
  )

const subtotalOf = (tax: TaxGroup, invoice: EInvoice) =>
  group(
    'cac:TaxSubtotal',
    money('cbc:TaxableAmount', tax.base, invoice),
    money('cbc:TaxAmount', tax.tax, invoice),
    categoryOf('cac:TaxCategory', tax),
  )

const totalsOf = (invoice: EInvoice) => {
  const { totals } = invoice
  return group(
    'cac:LegalMonetaryTotal',
    money('cbc:LineExtensionAmount', totals.lines, invoice),
    money('cbc:TaxExclusiveAmount', totals.net, invoice),
    money('cbc:TaxInclusiveAmount', totals.total, invoice),
    money('cbc:AllowanceTotalAmount', totals.allowances, invoice),
    money('cbc:ChargeTotalAmount', totals.charges, invoice),
    money('cbc:PrepaidAmount', totals.prepaid, invoice),
    money('cbc:PayableRoundingAmount', totals.rounding, invoice),
    money('cbc:PayableAmount', totals.due, invoice),
  )
}

const lineOf = (line: EInvoiceLine, invoice: EInvoice, isCredit: boolean) =>
  group(
    isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    leaf('cbc:ID', line.id),
    leaf(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', line.qty, { unitCode: line.unit }),
    money('cbc:LineExtensionAmount', line.amount, invoice),
    group('cac:OrderLineReference', leaf('cbc:LineID', line.orderLine)),
    group(
      'cac:Item',
      leaf('cbc:Description', line.description),
      leaf('cbc:Name', line.name),
      group('cac:BuyersItemIdentification', leaf('cbc:ID', line.buyerItem)),
      group('cac:SellersItemIdentification', leaf('cbc:ID', line.sellerItem)),
      group('cac:StandardItemIdentification', leaf('cbc:ID', line.gtin, { schemeID: '0160' })),
      group('cac:OriginCountry', leaf('cbc:IdentificationCode', line.origin)),
      group('cac:CommodityClassification', leaf('cbc:ItemClassificationCode', line.hsCode, { listID: 'HS' })),
      categoryOf('cac:ClassifiedTaxCategory', {
        category: line.category,
        ...(line.rate !== undefined && { rate: line.rate }),
      }),
    ),
    group('cac:Price', money('cbc:PriceAmount', line.price, invoice)),
  )
