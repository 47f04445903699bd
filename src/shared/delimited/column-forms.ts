import type { Field } from '#shared/kit/fields.ts'
import type { FormFit, NumberForm } from './forms'

/**
 * The formats in which the numbers of a column can be read. If whole numbers are required, only the formats that read
 * all of them as whole.
 */
export const numberFormsFor = (
  field: Field,
  column: { number_forms: readonly FormFit<NumberForm>[]; whole_forms?: readonly FormFit<NumberForm>[] },
): readonly FormFit<NumberForm>[] =>
  field.kind === 'integer' && column.whole_forms && column.whole_forms.length > 0
    ? column.whole_forms
    : column.number_forms
