import type { Field } from '#shared/kit/fields.ts'
import type { FormFit, NumberForm } from './forms'

/** The forms in which a column's numbers may be written: where only whole ones are meant, those that read them all as such. */
export const numberFormsFor = (
  field: Field,
  column: { number_forms: readonly FormFit<NumberForm>[]; whole_forms?: readonly FormFit<NumberForm>[] },
): readonly FormFit<NumberForm>[] =>
  field.kind === 'integer' && column.whole_forms && column.whole_forms.length > 0
    ? column.whole_forms
    : column.number_forms
