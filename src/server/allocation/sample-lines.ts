/**
 * Whether a sample request `request`, of the type `type`, is for line `l` of order `o`: by its line, else by its style with
 * the same supplier, in the same colourway where the type has one.
 */
export const samplesOfLine = (request: string, type: string) => `(
  (${request}.po_line_id = l.id or ${request}.article_id = l.article_id) and case when ${type}.needs_line then ${request}.po_line_id = l.id
  else ${request}.article_id = l.article_id and ${request}.supplier_id = o.supplier_id
    and (not ${type}.needs_colourway or ${request}.colourway_id = l.colourway_id) end)`
