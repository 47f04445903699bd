import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { reference } from '#shared/kit/fields.ts'
import { t } from '#web/i18n.ts'
import { FieldInput } from '#web/kit/form/field.tsx'
import { invoices } from './data'

const supplier = reference('suppliers')

/** The supplier whose figures are shown; `chosen` is what the address names. */
export function SupplierChoice({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string | null) => void }) {
  const form = useForm({ defaultValues: { supplier_id: chosen ? Number(chosen) : null } })
  const { supplier_id } = useWatch({ control: form.control })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the choice, not the other way round
  useEffect(() => {
    const id = supplier_id ? String(supplier_id) : null
    if (id !== chosen) onChoose(id)
  }, [supplier_id])
  return (
    <FormProvider {...form}>
      <Box sx={{ width: { xs: 1, sm: 280 } }}>
        <FieldInput
          area={invoices}
          name="supplier_id"
          field={supplier}
          path="supplier_id"
          label={t('finance.overview.supplier')}
          optional={false}
        />
      </Box>
    </FormProvider>
  )
}

/** A supplier's number in an address; null where it is none. */
export const supplierIn = (search: URLSearchParams): string | null => {
  const id = search.get('supplier_id') ?? ''
  return /^[1-9]\d{0,14}$/.test(id) ? id : null
}
