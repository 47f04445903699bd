import MoreHorizRounded from '@mui/icons-material/MoreHorizRounded'
import IconButton from '@mui/material/IconButton'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { t } from '#web/i18n.ts'

export interface MoreItem {
  label: string
  danger?: boolean
  /** Why it cannot be chosen now. */
  reason?: string | null
  onSelect: () => void
}

/** Further actions behind a three-dot button, in groups; irreversible ones are separate. */
export function MoreMenu({
  groups,
  label = t('kit.moves.more'),
  disabled = false,
}: {
  groups: readonly (readonly MoreItem[])[]
  /** The label of the button, if a page has several. */
  label?: string
  disabled?: boolean
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const filled = groups.filter(({ length }) => length > 0)
  if (filled.length === 0) return null
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreHorizRounded />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
        {filled.flatMap((items, group) =>
          items.map(({ label: text, danger = false, reason, onSelect }, at) => (
            <MenuItem
              key={text}
              divider={at === items.length - 1 ? group < filled.length - 1 : !danger && items[at + 1]?.danger === true}
              disabled={disabled}
              aria-disabled={isOut(reason) || undefined}
              onClick={() => {
                if (isOut(reason)) return
                setAnchor(null)
                onSelect()
              }}
              sx={{ maxWidth: 360, ...(isOut(reason) ? { cursor: 'default' } : {}) }}
            >
              <ListItemText
                primary={text}
                secondary={reason}
                slotProps={{
                  primary: {
                    sx: { fontSize: 14, color: isOut(reason) ? 'text.disabled' : danger ? 'error.main' : undefined },
                  },
                  secondary: { sx: { fontSize: 12, whiteSpace: 'normal' } },
                }}
              />
            </MenuItem>
          )),
        )}
      </Menu>
    </>
  )
}

const isOut = (reason: string | null | undefined) => typeof reason === 'string'
