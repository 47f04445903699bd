import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { useCan } from '#web/providers/can-access.tsx'
import { session } from '#web/providers/session.ts'
import { cells, housePresets, markOf, supplierPresets } from './presets'
import { screenText } from './texts'

/** The list of invoices, with presets by what has to be done. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  const mayCreate = useCan(area.name, 'create')
  const isHouse = isOfficeRole(session()?.role ?? 'user')
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(isHouse ? housePresets : supplierPresets, [language, isHouse])
  // The dialog is open with a dropped file, or without one.
  const [reading, setReading] = useState<{ file: File | null } | null>(null)
  return (
    <Box
      sx={{ display: 'contents' }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file && mayCreate) setReading({ file })
      }}
    >
      <AreaList
        area={area}
        presets={presets}
        rowMark={markOf}
        cellOverrides={cells}
        actions={
          mayCreate && (
            <Button variant="outlined" onClick={() => setReading({ file: null })}>
              {screenText('e_invoice.open')}
            </Button>
          )
        }
      />
      {reading && (
        <Suspense>
          <ElectronicInvoice file={reading.file} onClose={() => setReading(null)} />
        </Suspense>
      )}
    </Box>
  )
}

const ElectronicInvoice = lazy(async () => ({ default: (await import('./electronic-invoice')).ElectronicInvoice }))
