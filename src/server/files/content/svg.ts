import { type SaxesAttributeNS, SaxesParser } from 'saxes'
import { type Text, textOf } from '#shared/kit/text.ts'

/**
 * Why an SVG is refused; null if it is accepted. Only drawing elements are accepted: no scripts, no embedded pages, no
 * external references, and no document type, whose entities can expand without limit.
 */
export const svgProblem = (bytes: Buffer): Text | null => {
  const text = decoded(bytes)
  if (text === null) return problem('svg_broken')
  const parser = new SaxesParser({ xmlns: true, position: false })
  let depth = 0
  let elements = 0
  let style = ''
  let isInStyle = false
  const refuse = (reason: Text | null) => {
    if (reason) throw new RefusedSvg(reason)
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
    if (error instanceof RefusedSvg) return error.text
    throw error
  }
}

class RefusedSvg extends Error {
  constructor(readonly text: Text) {
    super(text.key)
  }
}

const problem = (key: string, params?: Text['params']) => textOf(`files.refused.${key}`, params)

const svg = 'http://www.w3.org/2000/svg'
const mostDepth = 256
const mostElements = 500_000

/** Elements that draw or describe. Animations are left out: they can change references, and cannot be printed. */
const drawing = new Set(
  `svg g defs symbol use image a switch title desc metadata style view path rect circle ellipse line polyline polygon text
   tspan textPath tref font font-face glyph missing-glyph hkern linearGradient radialGradient meshgradient meshrow
   meshpatch stop pattern hatch hatchpath clipPath mask marker solidColor filter feBlend feColorMatrix
   feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
   feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
   feSpecularLighting feSpotLight feTile feTurbulence color-profile`.split(/\s+/),
)

/** Namespaces of metadata of drawing programs, which are never rendered. */
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

/** Refuses references by `url()` and `@import` in style sheets and values, also if escapes or comments hide them. */
const styleProblem = (style: string): Text | null => {
  if (!/url|@import|\\/i.test(style)) return null
  const css = style
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

/** Whether an address refers to the drawing itself or to an embedded picture or font. */
const isInside = (address: string) => {
  const target = address.trim()
  return (
    target === '' ||
    target.startsWith('#') ||
    /^data:(?:image\/(?:png|jpe?g|gif|webp)|(?:application\/)?(?:x-)?font[-/][\w.+-]+)[;,]/i.test(target)
  )
}

const shown = (text: string) => text.trim().slice(0, 60)

/** Decodes UTF-8, or UTF-16 with a byte order mark; null for other bytes. */
const decoded = (bytes: Buffer): string | null => {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
