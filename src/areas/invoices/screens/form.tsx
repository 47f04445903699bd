import { useWatch } from 'react-hook-form'
import type { Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { RowsEditor } from '#web/kit/form/rows-editor.tsx'
import { formSections, neededOf, paymentSections } from './sections'
import { FormTotals } from './totals'

/** The form of an invoice, depending on its type, with the totals of the entered values. */
export function Form({ area }: { area: Area }) {
  return (
    <AreaForm area={area} wide>
      {() => <Parts area={area} />}
    </AreaForm>
  )
}

function Parts({ area }: { area: Area }) {
  const type: unknown = useWatch({ name: 'type' })
  const lineColumns =
    type === 'commercial'
      ? ['po_line_id', 'description', 'qty', 'unit_price', 'tax_rate_id']
      : ['description', 'po_line_id', 'qty', 'unit_price', 'tax_rate_id']
  return (
    <>
      <FormSections area={area} sections={formSections(type)} needed={neededOf(type)} />
      <RowsEditor area={area} name="lines" columns={lineColumns} />
      <RowsEditor
        area={area}
        name="charges"
        columns={['kind', 'description', 'charge_amount', 'tax_rate_id', 'deposit_id']}
      />
      <FormTotals />
      <FormSections area={area} sections={paymentSections(type)} />
    </>
  )
}
