/**
 * SQL: whether a sample request (alias `request`, with its type under the alias `type`) is for line `l` of order `o`. Types
 * with lines match by line, other types by article and supplier, and by colourway where the type needs one.
 */
export const samplesOfLine = (request: string, type: string) => `(
  (${request}.po_line_id = l.id or ${request}.article_id = l.article_id) and case when ${type}.needs_line then ${request}.po_line_id = l.id
  else ${request}.article_id = l.article_id and ${request}.supplier_id = o.supplier_id
    and (not ${type}.needs_colourway or ${request}.colourway_id = l.colourway_id) end)`
