import { describe, expect, test } from 'vitest'
import { layoutStyles, layouts } from '#web/shell/settings/layouts.ts'
import {
  changesOf,
  initialSettings,
  patchAt,
  readSaved,
  reset,
  type SettingsPatch,
  set,
  setDefault,
  setInitial,
  startState,
  valueAt,
} from '#web/shell/settings/state.ts'

const folded: SettingsPatch = { layout: { config: { navbar: { folded: true } } } }
const bare: SettingsPatch = { layout: { config: { toolbar: { display: false } } } }

describe('the settings', () => {
  test('start with layout 1 in full width, slim scrollbars and the dark default everywhere', () => {
    const { initial, defaults, current } = startState()
    expect(current).toEqual({
      layout: { style: 'layout1', config: layouts.layout1.defaults },
      theme: { main: 'defaultDark', navbar: 'defaultDark', toolbar: 'defaultDark', footer: 'defaultDark' },
      customScrollbars: true,
      titles: 'both',
    })
    expect(current.layout.config.mode).toBe('fullwidth')
    expect(defaults).toBe(current)
    expect(initial).toBe(initialSettings)
  })

  test('set changes what holds now and nothing else', () => {
    const start = startState()
    const next = set(start, bare)
    expect(next.current.layout.config.toolbar.display).toBe(false)
    expect(next.current.layout.config.toolbar.style).toBe('fixed')
    expect(next.defaults).toBe(start.defaults)
  })

  test('reset goes back to what was chosen', () => {
    const chosen = setDefault(startState(), folded)
    expect(reset(set(chosen, bare)).current).toBe(chosen.defaults)
    expect(reset(chosen)).toBe(chosen)
  })

  test('set default holds now and later', () => {
    const next = setDefault(set(startState(), bare), folded)
    expect(next.defaults.layout.config.navbar.folded).toBe(true)
    expect(next.current).toBe(next.defaults)
  })

  test('set initial throws all of it away', () => {
    expect(setInitial()).toEqual(startState())
  })

  test.each(layoutStyles)('%s named in a change brings its own defaults, then the change', (style) => {
    const next = setDefault(setDefault(startState(), folded), {
      layout: { style, config: { footer: { display: false } } },
    })
    expect(next.current.layout).toEqual({
      style,
      config: {
        ...layouts[style].defaults,
        footer: { ...layouts[style].defaults.footer, display: false },
      },
    })
    expect(next.current.theme).toBe(initialSettings.theme)
  })

  test('a change that changes nothing leaves the very same settings', () => {
    const start = startState()
    expect(setDefault(start, { titles: 'both', theme: { main: 'defaultDark' } }).defaults).toBe(start.defaults)
  })
})

describe('the layouts', () => {
  test.each([
    ['layout1', 'fullwidth', 'below'],
    ['layout2', 'fullwidth', 'below'],
    ['layout3', 'container', 'above'],
  ] as const)('%s starts with width %s and its toolbar %s', (style, mode, position) => {
    const { defaults } = layouts[style]
    expect(defaults.mode).toBe(mode)
    expect(defaults.toolbar).toEqual({ display: true, style: 'fixed', position })
    expect(defaults.footer).toEqual({ display: true, style: 'fixed', position: 'below' })
    expect(defaults.navbar).toEqual({ display: true, folded: false, position: 'left' })
    expect(defaults.scroll).toBe('content')
  })

  test.each(layoutStyles)('%s offers only values that its defaults are among', (style) => {
    const { form, defaults } = layouts[style]
    expect(form.length).toBeGreaterThan(5)
    for (const { path, options } of form) {
      const value = valueAt(defaults, path)
      if (options) expect(options).toContain(value)
      else expect(typeof value).toBe('boolean')
    }
  })

  test('only layout 1 folds, turns its menu and chooses what scrolls', () => {
    const ownPaths = ['scroll', 'navbar.folded', 'navbar.position', 'toolbar.style', 'footer.position']
    const paths = (style: 'layout1' | 'layout2' | 'layout3') => layouts[style].form.map(({ path }) => path)
    expect(paths('layout1')).toEqual(expect.arrayContaining(ownPaths))
    for (const path of ownPaths) expect([...paths('layout2'), ...paths('layout3')]).not.toContain(path)
    expect(layouts.layout1.form.find(({ path }) => path === 'mode')?.options).not.toContain('container')
  })
})

describe('what is saved', () => {
  test('is nothing at the start', () => {
    expect(changesOf(initialSettings)).toEqual({})
  })

  test.each<[string, SettingsPatch]>([
    ['a folded menu', folded],
    ['another layout', { layout: { style: 'layout3' } }],
    ['another layout with a change', { layout: { style: 'layout2', config: { mode: 'boxed' } } }],
    ['a theme', { theme: { navbar: 'mainThemeLight', main: 'sunset' } }],
    ['the rest', { customScrollbars: false, titles: 'one' }],
  ])('%s comes back as it was, and is no more than that', (_, patch) => {
    const { defaults } = setDefault(startState(), patch)
    expect(changesOf(defaults)).toEqual(patch)
    expect(startState(readSaved(JSON.parse(JSON.stringify(changesOf(defaults))))).current).toEqual(defaults)
  })

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'dark'],
    ['a list', [1, 2]],
    ['unknown keys', { colour: 'red', layout: { height: 3 } }],
    ['an unknown layout', { layout: { style: 'layout9' } }],
    ['an unknown theme', { theme: { main: 'pink', sky: 'sunset', navbar: 7 } }],
    ['a main theme that follows from itself', { theme: { main: 'mainThemeDark' } }],
    ['wrong values', { customScrollbars: 'yes', titles: 3, layout: { config: { mode: 'wide', navbar: 'none' } } }],
    ['what the layout does not offer', { layout: { config: { mode: 'container' } } }],
  ])('of %s nothing is taken', (_, saved) => {
    expect(startState(readSaved(saved)).current).toEqual(initialSettings)
  })

  test('what can be used is taken beside what cannot', () => {
    const saved = readSaved({ titles: 'one', theme: { main: 'pink', footer: 'slate' }, layout: { style: 'layout2' } })
    expect(saved).toEqual({ titles: 'one', theme: { footer: 'slate' }, layout: { style: 'layout2' } })
  })

  test('a path of the panel becomes a change of just that', () => {
    expect(patchAt('navbar.folded', true)).toEqual(folded)
    expect(patchAt('mode', 'boxed')).toEqual({ layout: { config: { mode: 'boxed' } } })
  })
})
