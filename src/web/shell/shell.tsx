import MenuRounded from '@mui/icons-material/MenuRounded'
import TuneRounded from '@mui/icons-material/TuneRounded'
import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import Link from '@mui/material/Link'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { loadAllAreas, t } from '#web/i18n.ts'
import { MountOnce } from '#web/loading/mount-once.tsx'
import { containerWidth, footerHeight, toolbarHeight } from '#web/theme.ts'
import { Palette } from './find/palette'
import { Footer } from './footer'
import { SidePanel, TopNavbar } from './lazy-layout'
import { Loading } from './loading'
import { Broken } from './messages/broken'
import { useQuestion } from './messages/messages'
import { OfflineNotice } from './messages/offline'
import { Navbar } from './nav/navbar'
import { boxedWidth } from './settings/layouts'
import { RouteSettings } from './settings/route-settings'
import { useDefaultSettings, useSettings } from './settings/settings'
import type { Settings } from './settings/state'
import { Toolbar } from './toolbar/toolbar'

/**
 * The frame of every signed-in page in the chosen layout. All layouts have the same slots in the same order, some of
 * them empty, so that the page keeps its state when the layout changes.
 */
export const Shell = () => {
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const { pathname } = useLocation()
  const layout = useSettings((settings) => settings.layout)
  const isToolbarHidden = !useDefaultSettings(({ layout }) => layout.config.toolbar.display)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isSettingsOpen, setSettingsOpen] = useState(false)
  const { main, scroller } = useFocusOnNavigation(pathname)
  const { style, config } = layout
  const { navbar } = config
  const bars = barsOf(layout, isWide)
  const hasMenuAtSide = style === 'layout1' && isWide && navbar.display
  const menuAt = style === 'layout1' ? navbar.position : 'left'
  const toolbar = (
    <Toolbar
      onMenu={isWide && navbar.display ? undefined : () => setMenuOpen(true)}
      onSettings={() => setSettingsOpen(true)}
      menuAt={menuAt}
      width={bars.width}
      hasLogo={style === 'layout3'}
      hasShortcuts={isWide && !(style === 'layout3' && config.leftSidePanel.display)}
    />
  )
  const footer = <Footer width={bars.width} />
  return (
    <Box data-layout={style} data-scroll={config.scroll} sx={frameOf(layout)}>
      <SkipLink />
      <RouteSettings pathname={pathname} />
      {config.scroll === 'body' ? <GlobalStyles styles={{ html: { scrollPaddingBlock: toolbarHeight } }} /> : null}
      {style === 'layout3' && config.leftSidePanel.display ? <SidePanel isWide={isWide} /> : null}
      <Box sx={column}>
        {bars.toolbar === 'above' ? <Box sx={bars.toolbarStays ? { ...sticky, top: 0 } : {}}>{toolbar}</Box> : null}
        {style !== 'layout1' && isWide && navbar.display ? (
          <TopNavbar width={bars.width} hasLogo={style === 'layout2'} />
        ) : null}
        <Box sx={{ flex: '1 1 auto', minHeight: 0, display: 'flex', '@media print': { display: 'block' } }}>
          {hasMenuAtSide ? (
            <Navbar
              top={
                config.scroll === 'body' ? (bars.toolbar === 'above' && bars.toolbarStays ? toolbarHeight : 0) : null
              }
            />
          ) : null}
          <Box sx={column}>
            {bars.toolbar === 'below' ? toolbar : null}
            <OfflineNotice />
            <Box ref={scroller} sx={scrollerOf(config.scroll)}>
              {bars.toolbar === 'within' ? (
                <Box sx={bars.toolbarStays ? { ...sticky, top: 0 } : {}}>{toolbar}</Box>
              ) : null}
              <Box
                component="main"
                id="content"
                ref={main}
                tabIndex={-1}
                style={{ '--page-height': `calc(100dvh - ${bars.barsHeight}px)` } as object}
                sx={{
                  flex: '1 0 auto',
                  width: '100%',
                  maxWidth: bars.width,
                  // On narrow screens the footer is below the first screenful, so that a loading page does not move it.
                  minHeight: isWide ? undefined : '100dvh',
                  mx: 'auto',
                  outline: 'none',
                }}
              >
                <Broken key={pathname}>
                  <Suspense fallback={<Loading />}>
                    <Outlet />
                  </Suspense>
                </Broken>
              </Box>
              {bars.footer === 'within' ? (
                <Box sx={bars.footerStays && isWide ? { ...sticky, bottom: 0 } : {}}>{footer}</Box>
              ) : null}
            </Box>
            {bars.footer === 'below' ? footer : null}
          </Box>
        </Box>
        {bars.footer === 'above' ? <Box sx={bars.footerStays ? { ...sticky, bottom: 0 } : {}}>{footer}</Box> : null}
      </Box>
      {navbar.display && !config.toolbar.display && !isWide ? (
        <EdgeButton name={t('shell.menu.show')} side={menuAt} top={12} onClick={() => setMenuOpen(true)}>
          <MenuRounded />
        </EdgeButton>
      ) : null}
      {isToolbarHidden ? (
        <EdgeButton name={t('shell.settings.open')} side="right" top={88} onClick={() => setSettingsOpen(true)}>
          <TuneRounded />
        </EdgeButton>
      ) : null}
      {hasMenuAtSide ? null : (
        <MountOnce when={isMenuOpen}>
          <MenuDrawer open={isMenuOpen} onClose={() => setMenuOpen(false)} />
        </MountOnce>
      )}
      <MountOnce when={isSettingsOpen}>
        <SettingsSheet open={isSettingsOpen} onClose={() => setSettingsOpen(false)} />
      </MountOnce>
      <MountOnce when={useQuestion() !== null}>
        <DialogHost />
      </MountOnce>
      <Palette />
    </Box>
  )
}

// Loaded on demand, because it is not visible at first.
const MenuDrawer = lazy(async () => ({ default: (await import('./nav/menu-drawer')).MenuDrawer }))
const DialogHost = lazy(async () => ({ default: (await import('./messages/dialog-host')).DialogHost }))
const SettingsSheet = lazy(async () => {
  const [module] = await Promise.all([import('./settings/sheet'), loadAllAreas()])
  return { default: module.SettingsSheet }
})
const EdgeButton = lazy(async () => ({ default: (await import('./nav/edge-button')).EdgeButton }))

/** The positions and total height of the bars, and the width of the content between them. */
const barsOf = ({ style, config: { mode, scroll, navbar, toolbar, footer } }: Settings['layout'], isWide: boolean) => {
  const positionOf = (bar: typeof toolbar) =>
    !bar.display
      ? null
      : bar.position === 'above'
        ? 'above'
        : bar.style === 'fixed' && scroll === 'content'
          ? 'below'
          : 'within'
  const isTopMenu = style !== 'layout1' && isWide && navbar.display
  return {
    toolbar: positionOf(toolbar),
    // Phones have no height to spare: the footer is at the end of the page.
    footer: footer.display && !isWide ? ('within' as const) : positionOf(footer),
    toolbarStays: scroll === 'body' && toolbar.style === 'fixed',
    footerStays: scroll === 'body' && footer.style === 'fixed',
    width: mode === 'container' ? containerWidth : ('none' as const),
    barsHeight:
      (toolbar.display ? toolbarHeight : 0) + (footer.display ? footerHeight : 0) + (isTopMenu ? toolbarHeight : 0),
  }
}

/** Fills the window; with body scrolling it is at least as high as the window. */
const frameOf = ({ style, config: { mode, scroll } }: Settings['layout']) => ({
  display: 'flex',
  ...(scroll === 'content' ? { height: '100dvh' } : { minHeight: '100dvh' }),
  ...(mode === 'boxed'
    ? {
        maxWidth: boxedWidth[style],
        mx: 'auto',
        boxSizing: 'border-box',
        borderInline: 1,
        borderColor: 'divider',
      }
    : {}),
  '@media print': { height: 'auto', display: 'block' },
})

const scrollerOf = (scroll: 'body' | 'content') => ({
  flex: '1 1 auto',
  // Visually hidden elements would otherwise be positioned outside of the scrolling element and make the window scroll.
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  ...(scroll === 'content' ? { minHeight: 0, overflow: 'auto', scrollPaddingBlock: toolbarHeight } : {}),
  '@media print': { overflow: 'visible', display: 'block' },
})

const column = {
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  '@media print': { display: 'block' },
}

const sticky = { position: 'sticky', zIndex: 25 }

/**
 * A new page starts at the top with the focus there, for screen readers and the Tab key. If the person moved the focus
 * while the page was loading, it stays.
 */
const useFocusOnNavigation = (pathname: string) => {
  const main = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLElement>(null)
  const lastPathname = useRef(pathname)
  const isTabbing = useRef(false)
  useEffect(() => {
    const noteInput = (event: Event) => {
      isTabbing.current = event instanceof KeyboardEvent && event.key === 'Tab'
    }
    for (const type of inputEvents) addEventListener(type, noteInput, true)
    return () => {
      for (const type of inputEvents) removeEventListener(type, noteInput, true)
    }
  }, [])
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    scroller.current?.scrollTo(0, 0)
    window.scrollTo(0, 0)
    const { activeElement, body } = document
    if (main.current?.contains(activeElement) || (isTabbing.current && activeElement !== body)) return
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return { main, scroller }
}

const inputEvents = ['keydown', 'click', 'popstate']

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
