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
  /** Why the entry is disabled; null or absent if it is not. */
  reason?: string | null
  onSelect: () => void
}

/**
 * A menu of further actions behind a three-dot button. A divider separates groups, and destructive actions in a group.
 */
export function MoreMenu({
  groups,
  label = t('kit.moves.more'),
  disabled = false,
}: {
  groups: readonly (readonly MoreItem[])[]
  /** The label of the button, for pages with several menus. */
  label?: string
  disabled?: boolean
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const filledGroups = groups.filter(({ length }) => length > 0)
  if (filledGroups.length === 0) return null
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
        {filledGroups.flatMap((items, group) =>
          items.map(({ label: text, danger = false, reason, onSelect }, index) => (
            <MenuItem
              key={text}
              divider={
                index === items.length - 1
                  ? group < filledGroups.length - 1
                  : !danger && items[index + 1]?.danger === true
              }
              disabled={disabled}
              aria-disabled={isDisabled(reason) || undefined}
              onClick={() => {
                if (isDisabled(reason)) return
                setAnchor(null)
                onSelect()
              }}
              sx={{ maxWidth: 360, ...(isDisabled(reason) ? { cursor: 'default' } : {}) }}
            >
              <ListItemText
                primary={text}
                secondary={reason}
                slotProps={{
                  primary: {
                    sx: {
                      fontSize: 14,
                      color: isDisabled(reason) ? 'text.disabled' : danger ? 'error.main' : undefined,
                    },
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

const isDisabled = (reason: string | null | undefined) => typeof reason === 'string'
