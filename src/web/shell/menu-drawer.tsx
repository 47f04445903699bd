import Drawer from '@mui/material/Drawer'
import { Menu } from './menu'

/** The menu below `lg`: over the page, closed by choosing. */
export const MenuDrawer = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Drawer open={open} onClose={onClose} slotProps={{ paper: { sx: { maxWidth: '90vw' } } }}>
    <Menu onChoose={onClose} />
  </Drawer>
)
