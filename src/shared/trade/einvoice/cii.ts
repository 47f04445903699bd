import { type EInvoice, type EInvoiceLine, type Levy, type Party, specification, type TaxGroup } from './model'
import { type Element, group, leaf, writeXml } from './xml'

/** Writes an invoice as UN/CEFACT Cross Industry Invoice D16B, in the profile EN 16931 of Factur-X. */
export const writeCii = (invoice: EInvoice): string => {
  const root = group(
    'rsm:CrossIndustryInvoice',
    group(
      'rsm:ExchangedDocumentContext',
      group('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', specification)),
    ),
    group(
      'rsm:ExchangedDocument',
      leaf('ram:ID', invoice.number),
      leaf('ram:TypeCode', invoice.type),
      group('ram:IssueDateTime', day('udt', invoice.issued)),
      many(invoice.notes.map((note) => group('ram:IncludedNote', leaf('ram:Content', note)))),
    ),
    group(
      'rsm:SupplyChainTradeTransaction',
      many(invoice.lines.map(lineOf)),
      agreementOf(invoice),
      deliveryOf(invoice),
      settlementOf(invoice),
    ),
  )
  if (!root) throw new Error('an electronic invoice needs a number (BT-1)')
  return writeXml(root, {
    'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
    'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
    'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
    'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  })
}

const many = (elements: readonly (Element | undefined)[]): Element[] => elements.flatMap((element) => element ?? [])

/** A date in format 102 of UNTDID 2379. */
const day = (prefix: 'udt' | 'qdt', date: string | undefined) =>
  leaf(`${prefix}:DateTimeString`, date?.replaceAll('-', ''), { format: '102' })

const lineOf = (line: EInvoiceLine) =>
  group(
    'ram:IncludedSupplyChainTradeLineItem',
    group('ram:AssociatedDocumentLineDocument', leaf('ram:LineID', line.id)),
    group(
      'ram:SpecifiedTradeProduct',
      leaf('ram:GlobalID', line.gtin, { schemeID: '0160' }),
      leaf('ram:SellerAssignedID', line.sellerItem),
      leaf('ram:BuyerAssignedID', line.buyerItem),
      leaf('ram:Name', line.name),
      leaf('ram:Description', line.description),
      group('ram:DesignatedProductClassification', leaf('ram:ClassCode', line.hsCode, { listID: 'HS' })),
      group('ram:OriginTradeCountry', leaf('ram:ID', line.origin)),
    ),
    group(
      'ram:SpecifiedLineTradeAgreement',
      group('ram:BuyerOrderReferencedDocument', leaf('ram:LineID', line.orderLine)),
      group('ram:NetPriceProductTradePrice', leaf('ram:ChargeAmount', line.price)),
    ),
    group('ram:SpecifiedLineTradeDelivery', leaf('ram:BilledQuantity', line.qty, { unitCode: line.unit })),
    group(
      'ram:SpecifiedLineTradeSettlement',
      taxCategory('ram:ApplicableTradeTax', line),
      group('ram:SpecifiedTradeSettlementLineMonetarySummation', leaf('ram:LineTotalAmount', line.amount)),
    ),
  )

const taxCategory = (name: string, { category, rate }: Pick<Levy, 'category' | 'rate'>) =>
  group(
    name,
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:CategoryCode', category),
    leaf('ram:RateApplicablePercent', category === 'O' ? undefined : rate),
  )

const agreementOf = ({ buyerReference, seller, buyer, order, documents }: EInvoice) =>
  group(
    'ram:ApplicableHeaderTradeAgreement',
    leaf('ram:BuyerReference', buyerReference),
    partyOf('ram:SellerTradeParty', seller),
    partyOf('ram:BuyerTradeParty', buyer),
    group('ram:BuyerOrderReferencedDocument', leaf('ram:IssuerAssignedID', order)),
    many(
      documents.map(({ number, description }) =>
        group(
          'ram:AdditionalReferencedDocument',
          leaf('ram:IssuerAssignedID', number),
          // UNTDID 1001: related document.
          leaf('ram:TypeCode', '916'),
          leaf('ram:Name', description),
        ),
      ),
    ),
  )

const partyOf = (name: string, party: Party) =>
  group(
    name,
    leaf('ram:ID', party.id),
    leaf('ram:Name', party.name),
    group(
      'ram:PostalTradeAddress',
      leaf('ram:PostcodeCode', party.postcode),
      leaf('ram:LineOne', party.address[0]),
      leaf('ram:LineTwo', party.address[1]),
      leaf('ram:LineThree', party.address.slice(2).join(', ')),
      leaf('ram:CityName', party.city),
      leaf('ram:CountryID', party.country),
    ),
    group('ram:SpecifiedTaxRegistration', leaf('ram:ID', party.vatId, { schemeID: 'VA' })),
    group('ram:SpecifiedTaxRegistration', leaf('ram:ID', party.taxId, { schemeID: 'FC' })),
  )

const deliveryOf = ({ delivery, despatch }: EInvoice): Element => ({
  name: 'ram:ApplicableHeaderTradeDelivery',
  content: many([
    group('ram:ShipToTradeParty', group('ram:PostalTradeAddress', leaf('ram:CountryID', delivery?.country))),
    group('ram:ActualDeliverySupplyChainEvent', group('ram:OccurrenceDateTime', day('udt', delivery?.day))),
    group('ram:DespatchAdviceReferencedDocument', leaf('ram:IssuerAssignedID', despatch)),
  ]),
})

const settlementOf = (invoice: EInvoice) => {
  const { currency, payment, taxes, levies, terms, due, totals, corrects } = invoice
  const account = payment?.account
  return group(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:PaymentReference', payment?.reference),
    leaf('ram:InvoiceCurrencyCode', currency),
    group(
      'ram:SpecifiedTradeSettlementPaymentMeans',
      leaf('ram:TypeCode', payment?.means),
      group(
        'ram:PayeePartyCreditorFinancialAccount',
        leaf('ram:IBANID', account?.isIban ? account.number : undefined),
        leaf('ram:AccountName', account?.holder),
        leaf('ram:ProprietaryID', account?.isIban ? undefined : account?.number),
      ),
      group('ram:PayeeSpecifiedCreditorFinancialInstitution', leaf('ram:BICID', account?.bic)),
    ),
    many(taxes.map(taxOf)),
    many(levies.map(levyOf)),
    group(
      'ram:SpecifiedTradePaymentTerms',
      leaf('ram:Description', terms),
      group('ram:DueDateDateTime', day('udt', due)),
    ),
    group(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      leaf('ram:LineTotalAmount', totals.lines),
      leaf('ram:ChargeTotalAmount', totals.charges),
      leaf('ram:AllowanceTotalAmount', totals.allowances),
      leaf('ram:TaxBasisTotalAmount', totals.net),
      leaf('ram:TaxTotalAmount', totals.tax, { currencyID: currency }),
      leaf('ram:RoundingAmount', totals.rounding),
      leaf('ram:GrandTotalAmount', totals.total),
      leaf('ram:TotalPrepaidAmount', totals.prepaid),
      leaf('ram:DuePayableAmount', totals.due),
    ),
    group(
      'ram:InvoiceReferencedDocument',
      leaf('ram:IssuerAssignedID', corrects?.number),
      group('ram:FormattedIssueDateTime', day('qdt', corrects?.issued)),
    ),
  )
}

const taxOf = ({ category, rate, base, tax, reason, code }: TaxGroup) =>
  group(
    'ram:ApplicableTradeTax',
    leaf('ram:CalculatedAmount', tax),
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', reason),
    leaf('ram:BasisAmount', base),
    leaf('ram:CategoryCode', category),
    leaf('ram:ExemptionReasonCode', code),
    leaf('ram:RateApplicablePercent', category === 'O' ? undefined : rate),
  )

const levyOf = (levy: Levy) =>
  group(
    'ram:SpecifiedTradeAllowanceCharge',
    group('ram:ChargeIndicator', leaf('udt:Indicator', String(levy.isCharge))),
    leaf('ram:ActualAmount', levy.amount),
    leaf('ram:ReasonCode', levy.code),
    leaf('ram:Reason', levy.reason),
    taxCategory('ram:CategoryTradeTax', levy),
  )
