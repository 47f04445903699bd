import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { type KeyboardEvent, useRef } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { titleOf } from '#web/fields/titles.ts'
import { isComposing } from '#web/hooks/composing.ts'
import { hasMouse } from '#web/hooks/pointer.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { EditFields } from './edit-fields'
import { useRecordEdit } from './use-record-edit'

/**
 * Edits one field of a record in its cell. Enter or a click elsewhere saves, Tab saves and moves to the next cell,
 * Escape cancels; touch screens have a button to cancel. While there are errors the editor stays open and the cell
 * keeps its value.
 */
export function CellEditor({ area, record, name, anchor, onGo, onClose }: Props) {
  const edit = useRecordEdit(area, record, [name])
  const box = useRef<HTMLElement>(null)
  const saveAnd = async (onSaved: () => void, last?: Record<string, unknown>) => {
    if (await edit.save(last)) onSaved()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const isTextInput = ['INPUT', 'SELECT'].includes(target.tagName)
    // An open option list handles its own keys.
    if (event.defaultPrevented || isComposing(event) || !isTextInput || target.getAttribute('aria-expanded') === 'true')
      return
    const inputs = inputsIn(box.current)
    const isLeaving = event.key === 'Tab' && target === (event.shiftKey ? inputs[0] : inputs.at(-1))
    if (event.key !== 'Enter' && !isLeaving) return
    event.preventDefault()
    void saveAnd(event.key === 'Enter' ? onClose : () => onGo(event.shiftKey ? -1 : 1))
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      transitionDuration={0}
      onClose={(_event, reason) => (reason === 'backdropClick' && edit.isChanged ? void saveAnd(onClose) : onClose())}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': t('kit.inline.label', { field: fieldLabel(area, name), title: titleOf(area, record) }),
          sx: { p: 1.5, width: Math.max(anchor.clientWidth, 280) },
        },
      }}
    >
      <Box
        ref={(element: HTMLElement | null) => {
          box.current = element
          const [first] = inputsIn(element)
          if (!first || element?.contains(document.activeElement)) return
          first.focus()
          if (first instanceof HTMLInputElement) first.select()
        }}
        onKeyDown={onKeyDown}
      >
        <EditFields
          area={area}
          record={record}
          edit={edit}
          onChoose={(field, value) => edit.names.length === 1 && void saveAnd(onClose, { [field]: value })}
        />
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1 }}>
          {hasMouse() ? (
            <Box sx={{ flex: 1, fontSize: 12, color: 'text.secondary' }}>{t('kit.inline.keys')}</Box>
          ) : (
            <Button size="small" disabled={edit.busy} onClick={onClose} sx={{ ml: 'auto' }}>
              {t('kit.cancel')}
            </Button>
          )}
          <Button size="small" disabled={edit.busy} onClick={() => void saveAnd(onClose)}>
            {edit.busy ? t('kit.form.saving') : t('kit.inline.save')}
          </Button>
        </Box>
      </Box>
    </Popover>
  )
}

interface Props {
  area: Area
  record: AnyRecord
  name: string
  anchor: HTMLElement
  /** Moves to the next (1) or previous (-1) editable cell. */
  onGo: (steps: 1 | -1) => void
  onClose: () => void
}

/** The inputs that Tab reaches, which the buttons of date pickers are not. */
const inputsIn = (element: HTMLElement | null) =>
  Array.from(element?.querySelectorAll<HTMLElement>('input:not([tabindex="-1"]), select, textarea') ?? [])
