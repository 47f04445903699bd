import { type SaxesAttributeNS, SaxesParser } from 'saxes'
import { type Text, textOf } from '#shared/kit/text.ts'

/**
 * Why a drawing is refused; null when it is one. Only elements that draw are accepted: no scripts, no pages inside,
 * nothing that is fetched from elsewhere, and no document type, whose entities can grow without end.
 */
export const svgProblem = (bytes: Buffer): Text | null => {
  const text = decoded(bytes)
  if (text === null) return problem('svg_broken')
  const parser = new SaxesParser({ xmlns: true, position: false })
  let depth = 0
  let elements = 0
  let style = ''
  let isInStyle = false
  const refuse = (found: Text | null) => {
    if (found) throw new Found(found)
  }
  parser.on('error', () => refuse(problem('svg_broken')))
  parser.on('doctype', () => refuse(problem('svg_doctype')))
  parser.on('processinginstruction', ({ target, body }) => {
    if (target === 'xml-stylesheet') refuse(problem('svg_reference', { target: shown(body) }))
  })
  parser.on('opentag', ({ uri, local, name, attributes }) => {
    if (elements === 0 && (uri !== svg || local !== 'svg')) refuse(problem('svg_broken'))
    depth += 1
    elements += 1
    if (depth > mostDepth || elements > mostElements) refuse(problem('svg_elements', { max: mostElements }))
    refuse(elementProblem(uri, local, name))
    for (const attribute of Object.values(attributes)) refuse(attributeProblem(attribute))
    isInStyle = uri === svg && local === 'style'
  })
  parser.on('closetag', () => {
    depth -= 1
    refuse(styleProblem(style))
    style = ''
    isInStyle = false
  })
  const read = (chunk: string) => {
    if (isInStyle) style += chunk
  }
  parser.on('text', read)
  parser.on('cdata', read)
  try {
    parser.write(text).close()
    return elements === 0 ? problem('svg_broken') : null
  } catch (error) {
    if (error instanceof Found) return error.text
    throw error
  }
}

class Found extends Error {
  constructor(readonly text: Text) {
    super(text.key)
  }
}

const problem = (key: string, params?: Text['params']) => textOf(`files.refused.${key}`, params)

const svg = 'http://www.w3.org/2000/svg'
const mostDepth = 256
const mostElements = 500_000

/** Elements that draw or describe; animations can change what is referred to, and are not for print. */
const drawing = new Set(
  `svg g defs symbol use image a switch title desc metadata style view path rect circle ellipse line polyline polygon text
   tspan textPath tref font font-face glyph missing-glyph hkern linearGradient radialGradient meshgradient meshrow
   meshpatch stop pattern hatch hatchpath clipPath mask marker solidColor filter feBlend feColorMatrix
   feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
   feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
   feSpecularLighting feSpotLight feTile feTurbulence color-profile`.split(/\s+/),
)

/** Notes of drawing programs, which nothing draws. */
const notes = [
  'http://www.inkscape.org/',
  'http://sodipodi.sourceforge.net/',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://purl.org/dc/',
  'http://creativecommons.org/ns#',
  'http://web.resource.org/cc/',
  'http://ns.adobe.com/',
  'http://www.bohemiancoding.com/sketch/',
  'http://www.figma.com/',
  'http://www.serif.com/',
]

const elementProblem = (uri: string, local: string, name: string): Text | null => {
  if (uri === svg && drawing.has(local)) return null
  if (uri !== svg && notes.some((known) => uri.startsWith(known))) return null
  return local.toLowerCase() === 'script' ? problem('svg_script') : problem('svg_element', { element: shown(name) })
}

const attributeProblem = ({ local, prefix, name, value }: SaxesAttributeNS): Text | null => {
  if (prefix === 'xmlns' || name === 'xmlns') return null
  const attribute = local.toLowerCase()
  if (attribute.startsWith('on')) return problem('svg_event', { attribute: shown(name) })
  if (attribute === 'base') return problem('svg_reference', { target: shown(value) })
  if (attribute === 'href' || attribute === 'src') return isInside(value) ? null : outside(value)
  if (/(?:java|vb)script:/i.test(value.replace(/\s/g, ''))) return problem('svg_script')
  return styleProblem(value)
}

/** Style sheets and values refer by `url()` and `@import`; escapes and comments could hide both. */
const styleProblem = (given: string): Text | null => {
  if (!/url|@import|\\/i.test(given)) return null
  const css = given
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code) => String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)))
    .replace(/\\/g, '')
  if (/@import/i.test(css)) return outside('@import')
  for (const [, target = ''] of css.matchAll(/url\(\s*(["']?[^"')]*)/gi)) {
    const address = target.replace(/^["']/, '')
    if (!isInside(address)) return outside(address)
  }
  return null
}

const outside = (target: string) => problem('svg_reference', { target: shown(target) })

/** Whether an address leads to the drawing itself, or is a picture or a font that it carries. */
const isInside = (address: string) => {
  const target = address.trim()
  return (
    target === '' ||
    target.startsWith('#') ||
    /^data:(?:image\/(?:png|jpe?g|gif|webp)|(?:application\/)?(?:x-)?font[-/][\w.+-]+)[;,]/i.test(target)
  )
}

const shown = (text: string) => text.trim().slice(0, 60)

/** The text in UTF-8, or in UTF-16 with its mark; null when it is neither. */
const decoded = (bytes: Buffer): string | null => {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
