import { derivedNames, type PlaceTheme, type ThemeName, themeNames } from '#web/theme/palettes.ts'
import { type LayoutConfig, type LayoutStyle, layoutStyles, layouts } from './layouts'

/** The parts of the shell that can have a theme of their own. */
export const places = ['main', 'navbar', 'toolbar', 'footer'] as const
export type Place = (typeof places)[number]

/** The appearance and layout of the shell. */
export interface Settings {
  layout: { style: LayoutStyle; config: LayoutConfig }
  theme: { main: ThemeName } & Record<Exclude<Place, 'main'>, PlaceTheme>
  customScrollbars: boolean
  /** Whether menu titles are shown in both languages or only in the reader's. */
  titles: 'both' | 'one'
}

/** A partial change of the settings, the form in which they are changed and saved. */
export type SettingsPatch = Some<Settings>
type Some<T> = { [K in keyof T]?: T[K] extends object ? Some<T[K]> : T[K] }

/** Three copies of the settings: the initial ones, those of the person, and those on the current page. */
export interface SettingsState {
  initial: Settings
  defaults: Settings
  current: Settings
}

/** The initial settings (specification, section 9). */
export const initialSettings: Settings = {
  layout: { style: 'layout1', config: layouts.layout1.defaults },
  theme: { main: 'defaultDark', navbar: 'defaultDark', toolbar: 'defaultDark', footer: 'defaultDark' },
  customScrollbars: true,
  titles: 'both',
}

/** The initial state with the person's saved changes. */
export const startState = (saved: SettingsPatch = {}): SettingsState => {
  const defaults = applyPatch(initialSettings, saved)
  return { initial: initialSettings, defaults, current: defaults }
}

/** Changes the current settings until the next reset. */
export const set = (state: SettingsState, patch: SettingsPatch): SettingsState => ({
  ...state,
  current: applyPatch(state.current, patch),
})

/** Changes the person's settings. */
export const setDefault = (state: SettingsState, patch: SettingsPatch): SettingsState => {
  const defaults = applyPatch(state.defaults, patch)
  return { ...state, defaults, current: defaults }
}

/** Discards all changes of the person. */
export const setInitial = (): SettingsState => startState()

/** Restores the person's settings after a page with settings of its own. */
export const reset = (state: SettingsState): SettingsState =>
  state.current === state.defaults ? state : { ...state, current: state.defaults }

/**
 * The differences from the defaults. Only these are saved, so that a later change of a default reaches everyone who
 * never changed it.
 */
export const changesOf = ({ layout, ...rest }: Settings): SettingsPatch => {
  const { layout: _, ...others } = initialSettings
  const config = difference(layouts[layout.style].defaults, layout.config)
  const style = layout.style === initialSettings.layout.style ? {} : { style: layout.style }
  return {
    ...difference(others, rest),
    ...(config || 'style' in style ? { layout: { ...style, ...(config ? { config } : {}) } } : {}),
  }
}

/** The valid part of saved settings; an account may have values of an older or newer version. */
export const readSaved = (value: unknown): SettingsPatch => {
  const { layout, theme, customScrollbars, titles } = record(value)
  const { style, config } = record(layout)
  const known = layoutStyles.find((name) => name === style)
  const usableConfigPart = usableConfig(known ?? initialSettings.layout.style, config)
  const themes = Object.entries(record(theme)).filter(
    ([area, name]) => places.some((candidate) => candidate === area) && mayHave(area, name),
  )
  return {
    ...(known || usableConfigPart
      ? { layout: { ...(known ? { style: known } : {}), ...(usableConfigPart ? { config: usableConfigPart } : {}) } }
      : {}),
    ...(themes.length ? { theme: Object.fromEntries(themes) as Partial<Settings['theme']> } : {}),
    ...(typeof customScrollbars === 'boolean' ? { customScrollbars } : {}),
    ...(titles === 'both' || titles === 'one' ? { titles } : {}),
  }
}

/** The value at a path such as `navbar.folded`. */
export const valueAt = (config: LayoutConfig, path: string): unknown =>
  path.split('.').reduce<unknown>((value, part) => record(value)[part], config)

/** A patch of the layout that sets one value. */
export const patchAt = (path: string, value: unknown): SettingsPatch => ({
  layout: {
    config: path.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), value) as Some<LayoutConfig>,
  },
})

type Plain = Record<string, unknown>

/** A patch with a layout style starts from the defaults of that style. */
const applyPatch = (settings: Settings, patch: SettingsPatch): Settings => {
  const style = patch.layout?.style
  const base = style ? { ...settings, layout: { style, config: layouts[style].defaults } } : settings
  return deepMerge(base as unknown as Plain, patch as Plain) as unknown as Settings
}

const deepMerge = (base: Plain, patch: Plain): Plain => {
  const changed = Object.entries(patch).flatMap(([key, value]) => {
    const next = isRecord(value) && isRecord(base[key]) ? deepMerge(base[key], value) : value
    return next === undefined || next === base[key] ? [] : [[key, next]]
  })
  return changed.length ? { ...base, ...Object.fromEntries(changed) } : base
}

const difference = (base: object, value: object): Plain | undefined => {
  const changed = Object.entries(value).flatMap(([key, now]) => {
    const before = (base as Plain)[key]
    const part = isRecord(now) && isRecord(before) ? difference(before, now) : now === before ? undefined : now
    return part === undefined ? [] : [[key, part]]
  })
  return changed.length ? Object.fromEntries(changed) : undefined
}

const usableConfig = (style: LayoutStyle, config: unknown): Some<LayoutConfig> | undefined => {
  const usableConfigPart = layouts[style].form.flatMap(({ path, options }) => {
    const value = valueAt(record(config) as unknown as LayoutConfig, path)
    const fits = options ? options.some((option) => option === value) : typeof value === 'boolean'
    return fits ? [patchAt(path, value).layout?.config] : []
  })
  return usableConfigPart.length
    ? usableConfigPart.reduce<Plain>((all, part) => deepMerge(all, part as Plain), {})
    : undefined
}

const mayHave = (area: string, name: unknown) =>
  themeNames.some((known) => known === name) || (area !== 'main' && derivedNames.some((known) => known === name))

const isRecord = (value: unknown): value is Plain => typeof value === 'object' && value !== null
const record = (value: unknown): Plain => (isRecord(value) ? value : {})
