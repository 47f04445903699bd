import { codeKind, codeLabel } from './code'
import type { FieldKind } from './field-kind'

/** A currency by its ISO 4217 code. */
export const currency: FieldKind = {
  ...codeKind,
  format: (value) => codeLabel('currency', value),
  formatFilter: (value) => codeLabel('currency', value),
  width: 88,
}
