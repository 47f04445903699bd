import { readFileSync } from 'node:fs'
import { evaluateXPathToBoolean, evaluateXPathToNodes } from 'fontoxpath'
import { type Document, type Element, parseXmlDocument } from 'slimdom'

/** A rule of a Schematron file that a document breaks. */
export interface Breach {
  id: string
  isFatal: boolean
  message: string
}

/**
 * Validates documents by a Schematron file with the query binding `xslt2`, in the subset that the published rules of EN
 * 16931 use: patterns, rules of which the first matching one counts, assertions; no variables and no functions of its own.
 */
export const openSchematron = (file: string) => {
  const schema = parseXmlDocument(readFileSync(file, 'utf8'))
  const root = schema.documentElement as Element
  const children = (element: Element, name: string) => element.children.filter((child) => child.localName === name)
  if (['let', 'include', 'extends'].some((name) => schema.getElementsByTagName(name).length > 0))
    throw new Error(`${file} uses more of Schematron than is understood here`)
  const prefixes = new Map(children(root, 'ns').map((ns) => [ns.getAttribute('prefix'), ns.getAttribute('uri')]))
  const options = { namespaceResolver: (prefix: string) => prefixes.get(prefix) ?? null }
  const patterns = children(root, 'pattern').map((pattern) =>
    children(pattern, 'rule').map((rule) => ({
      select: selecting(rule.getAttribute('context') ?? ''),
      asserts: children(rule, 'assert').map((assert) => ({
        id: assert.getAttribute('id') ?? '',
        isFatal: assert.getAttribute('flag') === 'fatal',
        test: assert.getAttribute('test') ?? '',
        message: (assert.textContent ?? '').trim(),
      })),
    })),
  )
  return (xml: string): Breach[] => {
    const document: Document = parseXmlDocument(xml)
    return patterns.flatMap((rules) => {
      const taken = new Set<unknown>()
      return rules.flatMap(({ select, asserts }) =>
        evaluateXPathToNodes(select, document, null, null, options).flatMap((node) => {
          if (taken.has(node)) return []
          taken.add(node)
          return asserts
            .filter(({ test }) => !evaluateXPathToBoolean(test, node, null, null, options))
            .map(({ id, isFatal, message }) => ({ id, isFatal, message }))
        }),
      )
    })
  }
}

/** The pattern of a rule as a path from the document: relative alternatives match anywhere. */
const selecting = (context: string) =>
  alternatives(context)
    .map((part) => (/^[/(]/.test(part) ? part : `//${part}`))
    .join(' | ')

const alternatives = (context: string): string[] => {
  const parts = ['']
  let depth = 0
  for (const sign of context) {
    if ('[('.includes(sign)) depth += 1
    if ('])'.includes(sign)) depth -= 1
    if (sign === '|' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}
