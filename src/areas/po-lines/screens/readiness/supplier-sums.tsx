import FactoryOutlined from '@mui/icons-material/FactoryOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { ReadinessSums } from '#shared/trade/readiness-matrix.ts'
import { format } from '#web/i18n.ts'
import { screenText } from '../texts'
import { waitWords } from './cell'
import { otherSide, ownSide } from './use-readiness-list'

/** Lines by supplier, most lines first, with the numbers that wait for each side; choosing a supplier filters by it. */
export function SupplierSums({
  sums: { suppliers },
  onChoose,
}: {
  sums: ReadinessSums
  onChoose: (id: number) => void
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const own = ownSide()
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FactoryOutlined />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {screenText('readiness.by_supplier')}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { maxHeight: 480 } } }}
      >
        {suppliers.map((supplier) => (
          <MenuItem
            key={supplier.id}
            onClick={() => {
              setAnchor(null)
              onChoose(supplier.id)
            }}
            sx={{ display: 'grid', justifyItems: 'start' }}
          >
            <Box sx={{ fontSize: 14 }}>{supplier.title}</Box>
            <Box className="tabular" sx={{ fontSize: 12, color: 'text.secondary' }}>
              {[
                screenText('readiness.lines', { count: supplier.lines, lines: format.number(supplier.lines) }),
                ...[own, otherSide(own)].map((side) => waitWords(side, supplier[side])),
              ].join(' · ')}
            </Box>
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
