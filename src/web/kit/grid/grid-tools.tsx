import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import RedoRounded from '@mui/icons-material/RedoRounded'
import UndoRounded from '@mui/icons-material/UndoRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { type ReactNode, useSyncExternalStore } from 'react'
import { t } from '#web/i18n.ts'
import { notify } from '#web/shell/messages/messages.ts'
import type { Sheet } from './sheet'
import type { GridStore } from './store'
import { printTable } from './table-text'

/** Buttons to undo, redo and copy the whole grid; `corner` is the heading of its first column. */
export function GridTools({ sheet, corner }: { sheet: Sheet; corner: string }) {
  return (
    <>
      <Tool label={t('grid.undo')} keys="Control+Z" disabled={!sheet.canUndo} onClick={sheet.undo}>
        <UndoRounded fontSize="small" />
      </Tool>
      <Tool label={t('grid.redo')} keys="Control+Y" disabled={!sheet.canRedo} onClick={sheet.redo}>
        <RedoRounded fontSize="small" />
      </Tool>
      <Tool label={t('grid.copy_all')} onClick={() => void copyAll(sheet, corner)}>
        <ContentCopyRounded fontSize="small" />
      </Tool>
    </>
  )
}

/** Size of the buttons in a grid's tool bar. */
export const toolSize = { minHeight: { xs: 44, md: 32 } } as const

function Tool({ label, keys, disabled, onClick, children }: ToolProps) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton
          size="small"
          aria-label={label}
          aria-keyshortcuts={keys}
          disabled={disabled}
          onClick={onClick}
          sx={{ width: { xs: 44, md: 32 }, height: { xs: 44, md: 32 } }}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  )
}
interface ToolProps {
  label: string
  keys?: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

/** The remark on the last action. */
export function RemarkLine({ store }: { store: GridStore }) {
  const remark = useSyncExternalStore(store.subscribe, store.remark)
  return (
    // Always reserves its height, so that the button below does not move while a click on it closes a cell.
    <Box role="status" sx={{ fontSize: 13, minHeight: 20 }}>
      {remark && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <span>
            {remark.lines.map((line) => (
              <Box component="span" key={line} sx={{ display: 'block' }}>
                {line}
              </Box>
            ))}
          </span>
          {remark.offers?.map(({ label, run }) => (
            <Button key={label} size="small" variant="outlined" onClick={run} sx={toolSize}>
              {label}
            </Button>
          ))}
        </Box>
      )}
    </Box>
  )
}

/** Copies the whole grid with its headings to the clipboard. */
const copyAll = async ({ rows, columns, textsIn, lastData }: Sheet, corner: string) => {
  const heads = columns.slice(0, lastData + 1).map(({ label }) => label)
  const cells = textsIn({ top: 0, left: 0, bottom: rows.length - 1, right: lastData })
  const table = [[corner, ...heads], ...cells.map((row, index) => [rows[index]?.name ?? '', ...row])]
  try {
    await navigator.clipboard.writeText(printTable(table))
    notify({ tone: 'success', text: t('grid.copied', { count: rows.length }) })
  } catch {
    notify({ tone: 'warning', text: t('grid.not_copied') })
  }
}
