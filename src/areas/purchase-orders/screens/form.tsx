import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { Area } from '#shared/kit/area.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { FieldSection } from '#web/kit/form/field-section.tsx'
import { sectionTitle } from '#web/kit/form/sections.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { useRecord } from '#web/kit/record/use-record.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { purchaseOrders } from '../area'
import { neededForApproval } from '../rules'
import { FormWarnings } from './findings'
import { copiedOrder } from './form/copied-order'
import { FormTotals } from './form/form-totals'
import { LinesEditor } from './form/lines-editor'
import { useSupplierDefaults } from './form/supplier-defaults'
import { copyParameter, screenText } from './texts'

/** The form of an order: header fields in sections, lines with sizes, and totals in the footer. */
export function Form({ area }: { area: Area }) {
  const [search] = usePageSearch()
  const copied = search.get(copyParameter)
  return (
    <AreaForm
      area={area}
      wide
      summary={<FormTotals />}
      derive={derive}
      copyOf={copied ? { id: copied, values: copiedOrder } : undefined}
    >
      {(record) => (
        <>
          {!record && copied && <CopyNote id={copied} />}
          <Sections status={record?.status} />
        </>
      )}
    </AreaForm>
  )
}

function CopyNote({ id }: { id: string }) {
  const { record } = useRecord(purchaseOrders, id)
  return (
    <Alert severity="info" variant="outlined">
      {screenText('copy.note', { po_no: String(record?.po_no ?? '') })}
    </Alert>
  )
}

/** All sections of a draft. For an issued order the notes come first, because they are what is still edited. */
function Sections({ status }: { status: string | undefined }) {
  useSupplierDefaults(status === undefined)
  const notes = <Notes />
  const isDraft = status === undefined || status === 'draft'
  return (
    <>
      {!isDraft && notes}
      <Box
        sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { lg: 'repeat(2, minmax(0, 1fr))' } }}
      >
        {columns.map((sections) => (
          <Box key={sections[0].name} sx={{ display: 'grid', gap: 2 }}>
            {sections.map(({ name, fields }) => (
              <FieldSection
                key={name}
                area={purchaseOrders}
                title={sectionTitle(purchaseOrders, name)}
                fields={readable(fields)}
                needed={neededForApproval}
              />
            ))}
          </Box>
        ))}
      </Box>
      <FormWarnings isDraft={isDraft} />
      <LinesEditor />
      {isDraft && notes}
    </>
  )
}

function Notes() {
  return (
    <FieldSection
      area={purchaseOrders}
      title={sectionTitle(purchaseOrders, 'notes')}
      fields={readable(['notes_shared', 'notes_internal'])}
    />
  )
}

const readable = (fields: readonly string[]) => fields.filter((field) => fieldRights().mayRead(purchaseOrders, field))

/** The quantity of a line with sizes is their sum. */
const derive = ({ name }: Area, { sizes }: Record<string, unknown>): Record<string, unknown> =>
  name === areaOf(purchaseOrders, 'lines').name && Array.isArray(sizes) && sizes.length > 0
    ? { qty: sizes.reduce((units, { qty }) => units + (Number(qty) || 0), 0) }
    : {}

/** Groups of fields, in two columns if there is room. */
const columns = [
  [
    { name: 'order', fields: ['po_no', 'supplier_id', 'order_type', 'agent_contact_id', 'buyer_id', 'order_date'] },
    {
      name: 'dates',
      fields: ['ship_window_start', 'ship_window_end', 'ex_factory_date', 'etd', 'eta', 'in_dc_date', 'in_store_date'],
    },
  ],
  [
    { name: 'classification', fields: ['house_brand_id', 'season_id', 'product_category_id', 'ship_to_country'] },
    {
      name: 'terms',
      fields: [
        'currency',
        'fx_rate',
        'payment_term_id',
        'deposit_pct',
        'qty_tolerance_over_pct',
        'qty_tolerance_under_pct',
      ],
    },
    {
      name: 'shipping',
      fields: [
        'incoterm',
        'incoterm_place',
        'transport_mode',
        'ship_to_location_id',
        'port_of_loading_id',
        'port_of_discharge_id',
      ],
    },
  ],
] as const
