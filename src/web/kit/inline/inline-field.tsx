import EditRounded from '@mui/icons-material/EditRounded'
import ButtonBase from '@mui/material/ButtonBase'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { titleOf } from '#web/fields/titles.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'

const loadEditor = () => import('./cell-editor')
const CellEditor = lazy(() => loadEditor().then((module) => ({ default: module.CellEditor })))

/** A field on the page of a record as a button that opens its editor. `children` render the value. */
export function InlineField({ area, name, record, children }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = t('kit.inline.label', { field: fieldLabel(area, name), title: titleOf(area, record) })
  const close = () => setAnchor(null)
  return (
    <>
      <ButtonBase
        aria-label={t('kit.inline.edit', { label, value: formatValue(area, name, record) || t('kit.history.empty') })}
        aria-haspopup="dialog"
        onPointerEnter={loadEditor}
        onFocus={loadEditor}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          gap: 0.75,
          minHeight: { xs: 44, sm: 28 },
          px: 0.75,
          mx: -0.75,
          borderRadius: 1,
          font: 'inherit',
          textAlign: 'left',
          '& svg': { fontSize: 16, color: 'text.secondary' },
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <span>{children}</span>
        <EditRounded aria-hidden />
      </ButtonBase>
      {anchor && (
        <Suspense>
          <CellEditor area={area} name={name} record={record} anchor={anchor} onGo={close} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

interface Props {
  area: Area
  name: string
  record: AnyRecord
  children: ReactNode
}
