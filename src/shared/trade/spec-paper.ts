import type { Area } from '#shared/kit/area.ts'
import type {
  Paper,
  PaperBlock,
  PaperCell,
  PaperColumn,
  PaperFact,
  PaperFigure,
  PaperLanguageFormats,
} from '#shared/kit/paper.ts'
import type { LengthUnit } from './lengths'
import { writeLength } from './measures'
import { joined, type Named, paperTexts } from './paper-words'
import { pomSketch } from './pom-sketch/sketch'
import { factsOf, type SpecScope, scopeFields } from './specification'

/** A specification as input of its printed form, with titles of references. */
export interface PaperSpec {
  [field: string]: unknown
  spec_id: string | null
  version_no: number | null
  spec_type: string
  name_en: string
  name_zh: string | null
  status: string
  unit: LengthUnit | null
  measures: readonly PaperMeasure[]
}
interface PaperMeasure {
  pom_id: number
  remark: string | null
  tol_plus_mm: string | null
  tol_minus_mm: string | null
  values: readonly { size_id: number; value_mm: string; size: Named | null }[]
}

/** Names and measuring instructions of a point of measure. */
export interface PaperPom {
  id: number
  code: string
  name_en: string
  name_zh: string
  how_to_measure_en: string | null
  how_to_measure_zh: string | null
  /** A picture file that replaces the portal's sketch. */
  picture?: Uint8Array
}

export interface SpecPaperOptions {
  area: Area
  tongues: PaperLanguageFormats
  unit: LengthUnit
  mayRead(field: string): boolean
  poms: ReadonlyMap<number, PaperPom>
  /** Positions of sizes in their scale, by size id. */
  ranks: ReadonlyMap<number, number>
  company?: string
}

/**
 * The printed specification for a factory: what it applies to and since when, who approved it, the measures of all
 * sizes with their tolerances, how to measure each point, and the facts of packing, cartons and tags.
 */
export const specPaper = (spec: PaperSpec, options: SpecPaperOptions): Paper => {
  const { area, tongues, mayRead, company = '' } = options
  const { label, value, word } = paperTexts(tongues)
  const [{ language }] = tongues
  const fact = (name: string): PaperFact[] => {
    const text = mayRead(name) ? written(name) : ''
    return text ? [{ name, label: label(area, name), lines: [text] }] : []
  }
  const written = (name: string) =>
    name === 'source_tagging' ? word(`paper.${spec[name] ? 'yes' : 'no'}`) : value(area, name, spec)
  const state = spec.status === 'active' ? '' : word(`areas.${area.name}.states.${spec.status}`)
  const names = [...new Set(tongues.map((tongue) => (tongue.language === 'zh' && spec.name_zh) || spec.name_en))]
  const reference = joined(
    ' · ',
    spec.spec_id ?? '',
    word(`areas.${area.name}.versions.version`, { version: spec.version_no ?? 1 }),
    word(`areas.${area.name}.choices.spec_type.${spec.spec_type}`),
    state,
  )
  const scope = scopeFields[spec.applies_to as SpecScope] ?? 'applies_to'
  // The facts needed to read the table are printed above it.
  const isTable = spec.spec_type === 'measurement'
  const facts = isTable ? [] : factsOf(spec.spec_type).filter((name) => name !== 'carton_marks')
  const headFacts = [
    scope,
    'effective_from',
    'approved_by',
    'approved_at',
    ...(isTable ? ['size_scale_id', 'base_size_id'] : []),
  ]
  const notes = (name: string): PaperBlock[] =>
    mayRead(name) && spec[name] ? [{ kind: 'notes', title: label(area, name), text: String(spec[name]) }] : []
  const inTongues = (name: string) => {
    const stated = tongues.filter((tongue) => spec[`${name}_${tongue.language}`])
    // Without a translation, print the other language.
    return stated.length > 0 ? stated.map((tongue) => `${name}_${tongue.language}`) : [`${name}_en`, `${name}_zh`]
  }
  return {
    title: `${word(`areas.${area.name}.name_one`)} ${reference}`,
    language,
    heading: names.join(' '),
    reference,
    owner: [company].filter(Boolean),
    isLandscape: isTable,
    blocks: [
      { kind: 'facts', facts: headFacts.flatMap(fact) },
      ...notes('summary'),
      ...(spec.measures.length > 0 ? [measureTable(spec, options)] : []),
      ...(facts.some((name) => fact(name).length > 0)
        ? [
            {
              kind: 'facts' as const,
              title: word(`areas.${area.name}.sections.${sectionOf(spec.spec_type)}`),
              facts: facts.flatMap(fact),
            },
          ]
        : []),
      ...notes('carton_marks'),
      ...inTongues('requirements').flatMap(notes),
      ...howToMeasure(spec, options),
    ],
  }
}

const sectionOf = (type: string) => (type === 'security_tagging' ? 'tagging' : 'packing')

const measureTable = (spec: PaperSpec, { tongues, unit, poms, ranks }: SpecPaperOptions): PaperBlock => {
  const { words } = paperTexts(tongues)
  const sizes = sizesOf(spec, ranks)
  const columns: (PaperColumn & { cell: (measure: PaperMeasure) => PaperCell })[] = [
    { title: words('paper.spec.code'), kind: 'text', cell: ({ pom_id }) => [poms.get(pom_id)?.code ?? ''] },
    {
      title: [...words('paper.spec.point'), ...words(`paper.spec.in_${unit}`)],
      kind: 'main',
      cell: ({ pom_id, remark }) => [...namesOf(poms.get(pom_id), tongues), ...(remark ? [remark] : [])],
    },
    { title: words('paper.spec.tolerance'), kind: 'number', cell: (measure) => writtenTolerance(measure, unit) },
    ...sizes.map(({ id, title }) => ({
      title: [id === spec.base_size_id ? `${title} *` : title],
      kind: 'number' as const,
      cell: ({ values }: PaperMeasure) => [writeLength(values.find(({ size_id }) => size_id === id)?.value_mm, unit)],
    })),
  ]
  return {
    kind: 'table',
    columns: columns.map(({ title, kind }) => ({ title, kind })),
    rows: spec.measures.map((measure) => columns.map(({ cell }) => cell(measure))),
  }
}

const sizesOf = ({ measures }: PaperSpec, ranks: ReadonlyMap<number, number>) => {
  const titles = new Map(
    measures.flatMap(({ values }) => values.map(({ size_id, size }) => [size_id, size?.title ?? ''] as const)),
  )
  const rank = (id: number) => ranks.get(id) ?? id
  return [...titles].map(([id, title]) => ({ id, title })).sort((a, b) => rank(a.id) - rank(b.id))
}

const namesOf = (pom: PaperPom | undefined, tongues: PaperLanguageFormats): string[] =>
  pom ? [...new Set(tongues.map(({ language }) => pom[`name_${language}`]))] : []

/** Formats the tolerance, as one figure if both sides are equal. */
const writtenTolerance = ({ tol_plus_mm, tol_minus_mm }: PaperMeasure, unit: LengthUnit): PaperCell => {
  const [plus, minus] = [writeLength(tol_plus_mm, unit), writeLength(tol_minus_mm, unit)]
  if (plus === minus) return plus === '' ? [] : [`± ${plus}`]
  return [...(plus ? [`+ ${plus}`] : []), ...(minus ? [`− ${minus}`] : [])]
}

/**
 * A figure for each point of the table with its name and measuring instructions, and its picture or sketch if there is
 * one.
 */
const howToMeasure = ({ measures }: PaperSpec, { tongues, poms }: SpecPaperOptions): PaperBlock[] => {
  const { word } = paperTexts(tongues)
  const figures = [...new Set(measures.map(({ pom_id }) => pom_id))].flatMap((id): PaperFigure[] => {
    const pom = poms.get(id)
    if (!pom) return []
    const { picture } = pom
    const drawing = picture ? undefined : pomSketch(pom.code)
    const texts = tongues.flatMap(({ language }) => pom[`how_to_measure_${language}`] ?? [])
    if (!picture && !drawing && texts.length === 0) return []
    return [
      {
        title: pom.code,
        names: namesOf(pom, tongues),
        texts,
        ...(picture ? { picture } : {}),
        ...(drawing ? { drawing } : {}),
      },
    ]
  })
  return figures.length > 0 ? [{ kind: 'figures', title: word('paper.spec.how_to_measure'), figures }] : []
}
