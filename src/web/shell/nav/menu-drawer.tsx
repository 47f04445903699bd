import Drawer from '@mui/material/Drawer'
import { useSettings } from '#web/shell/settings/settings.ts'
import { NavbarInDrawer } from './navbar'

/** The menu for narrow screens: a drawer over the page, closed by a choice. */
export const MenuDrawer = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { position } = useSettings(({ layout }) => layout.config.navbar)
  return (
    <Drawer
      anchor={position}
      open={open}
      onClose={onClose}
      keepMounted
      slotProps={{ paper: { sx: { maxWidth: '90vw' } } }}
    >
      <NavbarInDrawer onClose={onClose} />
    </Drawer>
  )
}
