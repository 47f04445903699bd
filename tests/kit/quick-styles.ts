/**
 * Queries by role check the visibility of each element and its ancestors; clicks check their pointer events. For every
 * check jsdom computes all properties of the element, which took a third of the time of these tests; each text of
 * several lines asks for its width, padding and border. This computes these by the same rules and leaves all others to
 * jsdom.
 */
export const answerStylesQuickly = () => {
  // Setup runs before each file, but files share their page.
  if (window.getComputedStyle === quickStyle) return
  observer.observe(page, { subtree: true, childList: true, attributes: true, characterData: true })
  window.getComputedStyle = quickStyle
}

/** As jsdom computes it. */
export const computedStyle = window.getComputedStyle.bind(window)

export const quickProperties = [
  ...(['display', 'visibility', 'pointer-events'] as const),
  ...(['width', 'box-sizing', 'padding-top', 'padding-bottom', 'border-top-width', 'border-bottom-width'] as const),
] as const
type Property = (typeof quickProperties)[number]
const inherited: Partial<Record<Property, string>> = { visibility: 'visible', 'pointer-events': 'auto' }
const propertyByName = new Map<string | symbol, Property>(
  quickProperties.flatMap((property) => [
    [property, property],
    [property.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()), property],
  ]),
)
const propertyOf = (name: string | symbol) => propertyByName.get(name)

/** One rule of a style sheet that sets at least one of the properties. */
interface Rule {
  selector: string
  /** The class that a matching element must have; undefined where the selector requires none. */
  requiredClass: string | undefined
  specificity: number
  declarations: CSSStyleDeclaration
}

// The last changes are reported when the test environment has removed the globals.
const page = document
let pageRules: Rule[] | undefined
let values = new WeakMap<Element, Map<Property, string>>()
let styles = new WeakMap<Element, CSSStyleDeclaration>()
const rulesBySheet = new WeakMap<CSSStyleSheet, Rule[]>()

/** Clears what was computed before the document changed. */
const invalidate = (records: readonly MutationRecord[]) => {
  if (records.length === 0) return
  values = new WeakMap()
  styles = new WeakMap()
  if (records.some(({ target }) => page.head.contains(target))) pageRules = undefined
}

const observer = new MutationObserver(invalidate)

const quickStyle: typeof window.getComputedStyle = (element, pseudo) => {
  if (pseudo || !element.isConnected) return computedStyle(element, pseudo)
  invalidate(observer.takeRecords())
  return styleOf(element)
}

const styleOf = (element: Element): CSSStyleDeclaration => {
  const cached = styles.get(element)
  if (cached) return cached
  let computed: CSSStyleDeclaration | undefined
  const fullStyle = () => {
    computed ??= computedStyle(element)
    return computed
  }
  const style = new Proxy({} as CSSStyleDeclaration, {
    get: (_target, key) => {
      if (key === 'getPropertyValue')
        return (name: string) => {
          const property = propertyOf(name)
          return property ? computedValue(element, property) : fullStyle().getPropertyValue(name)
        }
      const property = propertyOf(key)
      if (property) return computedValue(element, property)
      const value: unknown = Reflect.get(fullStyle(), key)
      return typeof value === 'function' ? value.bind(fullStyle()) : value
    },
  })
  styles.set(element, style)
  return style
}

const computedValue = (element: Element, property: Property): string => {
  const cache = values.get(element) ?? new Map<Property, string>()
  values.set(element, cache)
  let value = cache.get(property)
  if (value === undefined) {
    const initial = defaultValue(element, property)
    value =
      (!initial.isImportant && declaredValue(element, property)) || (inherited[property] ? 'inherit' : initial.value)
    if (value === 'inherit')
      value = element.parentElement ? computedValue(element.parentElement, property) : (inherited[property] ?? 'inline')
    cache.set(property, value)
  }
  return value
}

/** The value that wins the cascade: important rules, then the style attribute, then specificity and order. */
const declaredValue = (element: Element, property: Property): string => {
  pageRules ??= [...page.styleSheets].flatMap(rulesOf)
  const { style } = element as HTMLElement
  let best = { value: style.getPropertyValue(property), rank: style.getPropertyPriority(property) ? 2e9 : 1e6 }
  if (!best.value) best.rank = -1
  for (const { selector, requiredClass, specificity, declarations } of pageRules) {
    if (requiredClass !== undefined && !element.classList.contains(requiredClass)) continue
    const value = declarations.getPropertyValue(property)
    if (!value) continue
    const rank = specificity + (declarations.getPropertyPriority(property) ? 1e9 : 0)
    if (rank >= best.rank && element.matches(selector)) best = { value, rank }
  }
  return best.value
}

/** Like jsdom, ignores rules inside of media queries. */
const rulesOf = (sheet: CSSStyleSheet): Rule[] => {
  const cached = rulesBySheet.get(sheet)
  if (cached) return cached
  const rules = [...sheet.cssRules].flatMap((rule) => {
    if (!(rule instanceof CSSStyleRule) || !quickProperties.some((property) => rule.style.getPropertyValue(property)))
      return []
    const selector = rule.selectorText
    const requiredClass = selector.includes(',') ? undefined : /\.([\w-]+)(?::[\w-]+|\[[^\]]*\])*$/.exec(selector)?.[1]
    return [{ selector, requiredClass, specificity: specificityOf(selector), declarations: rule.style }]
  })
  rulesBySheet.set(sheet, rules)
  return rules
}

const specificityOf = (selector: string) =>
  Math.max(
    ...selector.split(',').map((part) => {
      const count = (pattern: RegExp) => part.match(pattern)?.length ?? 0
      return 10_000 * count(/#/g) + 100 * count(/\.[\w-]|\[|:(?!:|not|is|where)/g) + count(/(?:^|[\s>+~])[a-z]/g)
    }),
  )

interface DefaultValue {
  value: string
  isImportant: boolean
}
const defaultValues = new Map<string, DefaultValue>()

/** The value of jsdom's default style sheet. */
const defaultValue = (element: Element, property: Property): DefaultValue => {
  const attributes = ['hidden', 'open', 'type'].map((name) => element.getAttribute(name))
  const key = JSON.stringify([property, element.localName, ...attributes])
  const cached = defaultValues.get(key)
  if (cached) return cached
  const bare = element.cloneNode(false) as Element
  for (const name of ['class', 'style', 'id']) bare.removeAttribute(name)
  const style = computedStyle(bare)
  const value = { value: style.getPropertyValue(property), isImportant: style.getPropertyPriority(property) !== '' }
  defaultValues.set(key, value)
  return value
}
