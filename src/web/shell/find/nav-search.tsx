import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, Suspense, useRef, useState } from 'react'
import { useShortcut } from '#web/hooks/shortcuts.ts'
import { loadAllAreas, t } from '#web/i18n.ts'

/**
 * Finds pages of the menu by title. `full`: a button opens a field over the toolbar. `basic`: the field is always
 * visible, except on phones.
 */
export const NavSearch = ({ variant = 'full' }: { variant?: 'full' | 'basic' }) => {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  return variant === 'basic' && !isPhone ? <BasicSearch /> : <FullSearch />
}

const FullSearch = () => {
  const button = useRef<HTMLButtonElement>(null)
  const [over, setOver] = useState<DOMRect | null>(null)
  const open = () => {
    const bar = button.current?.closest('header') ?? button.current
    if (bar) setOver(bar.getBoundingClientRect())
  }
  useShortcut('/', open, { isFallback: true })
  const close = (keepsFocus: boolean) => {
    setOver(null)
    if (keepsFocus) button.current?.focus()
  }
  return (
    <>
      <Tooltip title={t('shell.search.open')}>
        <IconButton ref={button} aria-label={t('shell.search.open')} aria-expanded={over !== null} onClick={open}>
          <SearchRounded />
        </IconButton>
      </Tooltip>
      {over ? (
        <Suspense>
          <OverToolbar over={over} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}

const BasicSearch = () => (
  <Box sx={{ width: '100%', maxWidth: 360, minHeight: 40 }}>
    <Suspense>
      <BasicField />
    </Suspense>
  </Box>
)

const part = async () => {
  const [module] = await Promise.all([import('./nav-search-field'), loadAllAreas()])
  return module
}
const OverToolbar = lazy(async () => ({ default: (await part()).OverToolbar }))
const BasicField = lazy(async () => ({ default: (await part()).BasicField }))
