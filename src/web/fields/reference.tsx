import { ReferenceFilter, ReferenceInput } from './choosers'
import type { FieldKind } from './field-kind'
import { mentionOf, mentionTitle } from './titles'

/** A reference to a record of another area, selected by search. */
export const reference: FieldKind = {
  Input: ReferenceInput,
  format: (value, { record, name }) =>
    mentionTitle(mentionOf(record, name)) || (value === null || value === undefined ? '' : `#${value}`),
  FilterInput: ReferenceFilter,
  operators: ['_in', '_nin', '_null', '_nnull'],
  align: 'left',
  width: 176,
}
