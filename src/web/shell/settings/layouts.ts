/** The arrangements of the shell (specification, section 2). */
export const layoutStyles = ['layout1', 'layout2', 'layout3'] as const
export type LayoutStyle = (typeof layoutStyles)[number]

/** The settings of a layout; a layout without a setting keeps its default. */
export interface LayoutConfig {
  mode: 'boxed' | 'fullwidth' | 'container'
  /** Whether the whole page scrolls, or only the content. */
  scroll: 'body' | 'content'
  navbar: { display: boolean; folded: boolean; position: 'left' | 'right' }
  toolbar: Bar
  footer: Bar
  leftSidePanel: { display: boolean }
  rightSidePanel: { display: boolean }
}

/** The position of a bar: above spans the navbar too, below only the content. A static bar scrolls with the page. */
interface Bar {
  display: boolean
  style: 'fixed' | 'static'
  position: 'above' | 'below'
}

/** A line of the settings panel: a switch, or a choice if it has options. */
export interface Setting {
  path: string
  options?: readonly string[]
  /** Has no effect below the width at which the menu is permanent. */
  wideOnly?: boolean
}

/** A layout: its defaults and its settings. */
export interface Layout {
  defaults: LayoutConfig
  form: readonly Setting[]
}

const [mode, scroll] = [
  (...options: LayoutConfig['mode'][]): Setting => ({ path: 'mode', options, wideOnly: true }),
  { path: 'scroll', options: ['body', 'content'] },
]
const shown = (part: 'navbar' | 'toolbar' | 'footer'): Setting => ({ path: `${part}.display` })
const style = (part: 'toolbar' | 'footer'): Setting => ({ path: `${part}.style`, options: ['fixed', 'static'] })
const aboveOrBelow = (part: 'toolbar' | 'footer'): Setting => ({
  path: `${part}.position`,
  options: ['above', 'below'],
})

const start: LayoutConfig = {
  mode: 'fullwidth',
  scroll: 'content',
  navbar: { display: true, folded: false, position: 'left' },
  toolbar: { display: true, style: 'fixed', position: 'below' },
  footer: { display: true, style: 'fixed', position: 'below' },
  leftSidePanel: { display: true },
  rightSidePanel: { display: true },
}

/** The three layouts. The settings panel, the defaults and the validation of saved settings are derived from them. */
export const layouts: Record<LayoutStyle, Layout> = {
  layout1: {
    defaults: start,
    form: [
      mode('boxed', 'fullwidth'),
      scroll,
      shown('navbar'),
      { path: 'navbar.folded', wideOnly: true },
      { path: 'navbar.position', options: ['left', 'right'] },
      shown('toolbar'),
      style('toolbar'),
      aboveOrBelow('toolbar'),
      shown('footer'),
      style('footer'),
      aboveOrBelow('footer'),
    ],
  },
  layout2: {
    defaults: start,
    form: [
      mode('boxed', 'fullwidth', 'container'),
      shown('navbar'),
      shown('toolbar'),
      aboveOrBelow('toolbar'),
      shown('footer'),
      style('footer'),
    ],
  },
  layout3: {
    defaults: { ...start, mode: 'container', toolbar: { ...start.toolbar, position: 'above' } },
    form: [
      mode('boxed', 'fullwidth', 'container'),
      shown('navbar'),
      shown('toolbar'),
      aboveOrBelow('toolbar'),
      shown('footer'),
      style('footer'),
    ],
  },
}

/** Maximum width of a boxed page in pixels. */
export const boxedWidth: Record<LayoutStyle, number> = { layout1: 1280, layout2: 1280, layout3: 1120 }
