import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { language, t } from '#web/i18n.ts'
import type { Colourway } from '../rules'
import type { Size } from './sizes'

/** Errors of the matrix by colour, size and field. */
export type SkuFaults = ReadonlyMap<string, string>
export const faultKey = (row: number, size: number, name: string) => `${row} ${size} ${name}`

export interface MatrixProps {
  colourways: readonly Colourway[]
  sizes: readonly Size[]
  faults?: SkuFaults
  /** Without it the matrix is read-only. */
  onChange?: (row: number, skus: Colourway['skus']) => void
}

/** The name of a colourway in the user's language; a new one without a name is numbered. */
export const colourTitle = ({ code, name_en, name_zh }: Partial<Colourway>, row: number): string =>
  (language() === 'zh' && name_zh) || name_en || code || t('site.skus.colour', { position: row + 1 })

/** The head of a colourway's row: name and code, and a note when it is inactive. */
export function ColourHead({ colourway, title }: { colourway: Colourway; title: string }) {
  const { code, active } = colourway
  const { pantone_ref } = colourway as { pantone_ref?: string | null }
  const details = [code === title ? '' : code, pantone_ref, active ? '' : t('site.skus.colour_off')]
  return (
    <>
      <Box
        component="span"
        sx={{ display: 'block', fontWeight: 500, color: active ? 'text.primary' : 'text.secondary' }}
      >
        {title}
      </Box>
      <Box component="span" sx={{ display: 'block', fontSize: 12, fontWeight: 400, color: 'text.secondary' }}>
        {details.filter(Boolean).join(' · ')}
      </Box>
    </>
  )
}

/** A wide table in a frame that can be scrolled by keyboard. */
export function Scroll({ children }: { children: ReactNode }) {
  return (
    <Box
      role="group"
      aria-label={t('site.skus.title')}
      tabIndex={0}
      sx={{ overflowX: 'auto', mx: -1, px: 1, pb: 0.5, position: 'relative' }}
    >
      {children}
    </Box>
  )
}

export const tableStyle = ({ palette }: Theme) => ({
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 13,
  '& th, & td': { p: 0.5, textAlign: 'center', whiteSpace: 'nowrap' },
  '& thead th': { fontSize: 12, fontWeight: 600, color: 'text.secondary' },
  '& tr > th:first-of-type': {
    position: 'sticky',
    left: -8,
    zIndex: 1,
    bgcolor: 'background.paper',
    textAlign: 'left',
    pl: 1,
    pr: 2,
    minWidth: { xs: 112, sm: 160 },
    fontWeight: 600,
  },
  '& tbody th, & tbody td': { borderTop: `1px solid ${palette.divider}` },
  '& tfoot th, & tfoot td': {
    borderTop: `1px solid ${palette.divider}`,
    fontSize: 12,
    color: 'text.secondary',
    height: 32,
  },
  '& [data-count]': { pl: 2, textAlign: 'right', fontWeight: 600, color: 'text.secondary' },
})
