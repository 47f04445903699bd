/** An electronic invoice that is embedded in its PDF. */
export interface EmbeddedXml {
  xml: string
  /** The file name that the format prescribes. */
  name: string
  /** The profile by its name in the metadata. */
  conformance: string
  /** The time of its creation (ISO 8601). */
  made: string
}

/**
 * Embeds an invoice as Factur-X 1.0 requires: as an alternative of the whole document, with metadata that name it and the
 * extension schema that declares them. The document must be a PDF/A-3.
 */
export const embed = (document: PDFKit.PDFDocument, { xml, name, conformance, made }: EmbeddedXml) => {
  const createdAt = new Date(made)
  document.file(Buffer.from(xml, 'utf8'), {
    name,
    type: 'text/xml',
    description: 'Factur-X invoice',
    relationship: 'Alternative',
    creationDate: createdAt,
    modifiedDate: createdAt,
  } as never)
  internals(document).appendXML(metadata(name, conformance))
}

/** Escapes the document information for the XML metadata, which PDFKit does not do. */
export const escapeMetadata = (document: PDFKit.PDFDocument) => {
  const pdf = internals(document)
  const addInfo = pdf._addInfo
  pdf._addInfo = () => {
    // The information dictionary has been written before this call, so only the metadata is escaped.
    for (const [key, value] of Object.entries(pdf.info)) if (typeof value === 'string') pdf.info[key] = escaped(value)
    addInfo.call(pdf)
  }
}

/** Members of PDFKit that its types lack. */
interface Internals {
  info: Record<string, unknown>
  appendXML(xml: string): void
  _addInfo(): void
}
const internals = (document: PDFKit.PDFDocument) => document as unknown as Internals

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const space = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

/** The properties with their extension schema, verbatim from the specification of Factur-X. */
const metadata = (name: string, conformance: string) => `
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas>
    <rdf:Bag>
      <rdf:li rdf:parseType="Resource">
        <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
        <pdfaSchema:namespaceURI>${space}</pdfaSchema:namespaceURI>
        <pdfaSchema:prefix>fx</pdfaSchema:prefix>
        <pdfaSchema:property>
          <rdf:Seq>${properties.map(([property, description]) => declared(property, description)).join('')}
          </rdf:Seq>
        </pdfaSchema:property>
      </rdf:li>
    </rdf:Bag>
  </pdfaExtension:schemas>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="${space}">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>${name}</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>${conformance}</fx:ConformanceLevel>
</rdf:Description>
`

const properties = [
  ['DocumentFileName', 'The name of the embedded XML document'],
  ['DocumentType', 'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER'],
  ['Version', 'The actual version of the standard applying to the embedded XML document'],
  ['ConformanceLevel', 'The conformance level of the embedded XML document'],
] as const

const declared = (name: string, description: string) => `
            <rdf:li rdf:parseType="Resource">
              <pdfaProperty:name>${name}</pdfaProperty:name>
              <pdfaProperty:valueType>Text</pdfaProperty:valueType>
              <pdfaProperty:category>external</pdfaProperty:category>
              <pdfaProperty:description>${description}</pdfaProperty:description>
            </rdf:li>`
