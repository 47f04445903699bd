import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { t } from '../i18n'
import { toolbarHeight } from '../theme'
import { Broken } from './broken'
import { Later } from './later'
import { Loading } from './loading'
import { Menu } from './menu'
import { useQuestion } from './messages'
import { OfflineNotice } from './offline'
import { Toolbar } from './toolbar'

/** The frame of every signed-in page: menu at the left, toolbar above, and the content, which alone scrolls (layout 1). */
export const Shell = () => {
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  const main = useMain(pathname)
  return (
    <Box sx={{ display: 'flex', height: '100dvh', '@media print': { height: 'auto', display: 'block' } }}>
      <SkipLink />
      {isWide ? (
        <Menu />
      ) : (
        <Later wanted={isOpen}>
          <MenuDrawer open={isOpen} onClose={() => setOpen(false)} />
        </Later>
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Box className="no-print">
          <Toolbar onMenu={isWide ? undefined : () => setOpen(true)} />
          <OfflineNotice />
        </Box>
        <Box
          component="main"
          id="content"
          ref={main}
          tabIndex={-1}
          sx={{
            flex: 1,
            minHeight: 0,
            overflow: 'auto',
            outline: 'none',
            scrollPaddingBlock: toolbarHeight,
            '@media print': { overflow: 'visible' },
          }}
        >
          <Broken key={pathname}>
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </Broken>
        </Box>
      </Box>
      <Later wanted={useQuestion() !== null}>
        <DialogHost />
      </Later>
    </Box>
  )
}

// What nobody sees at first travels when it is first wanted.
const MenuDrawer = lazy(async () => ({ default: (await import('./menu-drawer')).MenuDrawer }))
const DialogHost = lazy(async () => ({ default: (await import('./dialog-host')).DialogHost }))

/** A new page starts at its top, and with the focus there, so that a screen reader and the Tab key start with it. */
const useMain = (pathname: string) => {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.scrollTo(0, 0)
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

const SkipLink = () => (
  <Link
    href="#content"
    onClick={(event) => {
      event.preventDefault()
      document.getElementById('content')?.focus()
    }}
    sx={{
      position: 'fixed',
      top: 8,
      left: 8,
      zIndex: 'tooltip',
      px: 2,
      py: 1,
      borderRadius: 1,
      backgroundColor: 'background.paper',
      color: 'text.primary',
      transform: 'translateY(-200%)',
      '&:focus': { transform: 'none' },
    }}
  >
    {t('shell.skip')}
  </Link>
)
