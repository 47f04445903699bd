import { codeKind, codeLabel } from './code'
import type { FieldKind } from './field-kind'

/** A country by its ISO 3166 code. */
export const country: FieldKind = {
  ...codeKind,
  format: (value) => codeLabel('country', value),
  formatFilter: (value) => codeLabel('country', value),
  width: 136,
}
