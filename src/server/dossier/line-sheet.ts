import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { dayOf, formatDate } from '#shared/base/dates.ts'
import { formatDecimal } from '#shared/base/money.ts'
import { type AnyRecord, type Area, titleKey } from '#shared/kit/area.ts'
import type { Paper, PaperBlock, PaperCell, PaperColumn, PaperFact, PaperLanguageFormats } from '#shared/kit/paper.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { coversDay } from '#shared/trade/accreditation.ts'
import { receiptsOf } from '#shared/trade/allocation-receipts.ts'
import { joined, paperTexts, titleIn } from '#shared/trade/paper-words.ts'
import { factoriesOf, findMany, type LineFacts } from './facts'

export interface LineSheetParts {
  kit: Kit
  me: Principal
  tongues: PaperLanguageFormats
  order: AnyRecord
  line: AnyRecord
  facts: LineFacts
}

/** The ordered ex-factory date of a line: its own, else that of its order. */
export const exFactoryOf = (order: AnyRecord, line: AnyRecord): string | null =>
  (line.ex_factory_date ?? order.ex_factory_date ?? null) as string | null

/**
 * The sheet of a line's requirements: its allocations with their states, receipts and approvals, composition, care, and
 * the certificates of its factories and its yarn.
 */
export const lineSheet = async (parts: LineSheetParts): Promise<Paper> => {
  const { kit, me, tongues, order, line, facts } = parts
  const { label, labels, value, word, words } = paperTexts(tongues)
  const lines = kit.register.get('po-lines')
  const settings = await kit.settings()
  const fact = (name: string, record: AnyRecord = line): PaperFact[] => {
    const text = kit.mayRead(subjectOf(me), lines, name) ? value(lines, name, record) : ''
    return text ? [{ name, label: label(lines, name), lines: [text] }] : []
  }
  const dated = { ...line, ex_factory_date: exFactoryOf(order, line) }
  return {
    title: `${word('dossier.line_sheet.heading')} ${line.line_title}`,
    language: tongues[0].language,
    heading: word('dossier.line_sheet.heading'),
    reference: joined(' · ', String(line.line_title), titleIn(line.article, tongues), titleIn(line.colourway, tongues)),
    owner: [String(settings.company_name ?? '')].filter(Boolean),
    blocks: [
      {
        kind: 'facts',
        facts: [
          ...fact('purchase_order_id'),
          ...fact('qty'),
          ...fact('ex_factory_date', dated),
          ...fact('factory_id'),
          ...fact('country_of_origin'),
          ...fact('readiness'),
        ],
      },
      requirementTable(parts),
      ...compositionBlocks(parts),
      ...(await careBlocks(parts)),
      ...receiptTable(parts),
      ...(facts.audits
        ? table(
            [
              [labels(kit.register.get('factory-accreditations'), 'factory_id'), 'text'],
              [labels(kit.register.get('factory-accreditations'), 'standard_program_id'), 'main'],
              [labels(kit.register.get('factory-accreditations'), 'grade_id'), 'text'],
              [labels(kit.register.get('factory-accreditations'), 'certificate_no'), 'text'],
              [labels(kit.register.get('factory-accreditations'), 'valid_to'), 'date'],
              [words('dossier.line_sheet.covers'), 'text'],
            ],
            auditRows(parts),
          )
        : []),
      ...yarnTable(parts),
    ],
  }
}

const table = (columns: [readonly string[], PaperColumn['kind']][], rows: PaperCell[][]): PaperBlock[] =>
  rows.length === 0 ? [] : [{ kind: 'table', columns: columns.map(([title, kind]) => ({ title, kind })), rows }]

const day = (moment: unknown, [{ language }]: PaperLanguageFormats) =>
  typeof moment === 'string' ? formatDate(dayOf(moment), language) : ''

/** A row for each allocation of each kind; a kind without allocations has a row with the readiness of the line. */
const requirementTable = ({ kit, tongues, line, facts }: LineSheetParts): PaperBlock => {
  const { word, words, labels } = paperTexts(tongues)
  const signature = (record: AnyRecord, userField: string, timeField: string): PaperCell =>
    [titleIn(record[titleKey(userField)], tongues), day(record[timeField], tongues)].filter(Boolean)
  const rows = facts.kinds.flatMap(({ area, plan }): PaperCell[][] => {
    const kind = labels(kit.register.get('po-lines'), `${plan.kind}_readiness`)
    const allocations = facts.allocations.get(plan.kind)?.get(line.id) ?? []
    if (allocations.length === 0) {
      const state = line[`${plan.kind}_readiness`]
      return [[kind, ['–'], state ? [word(`areas.po-lines.choices.${plan.kind}_readiness.${state}`)] : [], [], []]]
    }
    return allocations.map((allocation) => [
      kind,
      contentOf(area, allocation, plan, tongues),
      [word(`areas.${area.name}.states.${allocation.status}`)],
      signature(allocation, 'responded_by', 'responded_at'),
      [
        ...signature(allocation, 'verified_by', 'verified_at'),
        ...[allocation.decision_comment, allocation.waiver_reason].flatMap((text) => (text ? [String(text)] : [])),
      ],
    ])
  })
  return {
    kind: 'table',
    columns: [
      { title: words('dossier.line_sheet.requirement'), kind: 'text' },
      { title: words('dossier.line_sheet.content'), kind: 'main' },
      { title: words('dossier.state'), kind: 'text' },
      { title: words('dossier.line_sheet.answered'), kind: 'text' },
      { title: words('dossier.line_sheet.decided'), kind: 'text' },
    ],
    rows,
  }
}

/** The title of the allocated record, or the summary of a kind without a library. */
const contentOf = (
  area: Area,
  allocation: AnyRecord,
  { library, summary }: LineFacts['kinds'][0]['plan'],
  tongues: PaperLanguageFormats,
): PaperCell => {
  if (library) return [titleIn(allocation[titleKey(library.by)], tongues)]
  if (!summary) return [String(allocation[area.title] ?? '')]
  const texts = tongues.map(({ language }) => allocation[summary[language]])
  return [...new Set(texts)].filter((text): text is string => typeof text === 'string' && text !== '')
}

interface FibreRow {
  component?: string
  fibre_id: number
  fibre?: unknown
  pct: string
  recycled: boolean
  organic: boolean
}

/** The declared, tested and label composition side by side for each component, and its evidence. */
const compositionBlocks = ({ kit, tongues, line, facts }: LineSheetParts): PaperBlock[] => {
  const { label, labels, value, word, words } = paperTexts(tongues)
  const [{ language }] = tongues
  const kind = facts.kinds.find(({ plan }) => plan.kind === 'fibre')
  const allocation = facts.allocations.get('fibre')?.get(line.id)?.at(-1)
  if (!kind || !allocation) return []
  const declared = kit.register.get('declared-fibres')
  const shares = new Map<string, { row: FibreRow; pct: Record<string, string> }>()
  for (const source of sources)
    for (const row of (allocation[source] ?? []) as FibreRow[]) {
      const key = [row.component, row.fibre_id, row.recycled, row.organic].join()
      const share = shares.get(key) ?? { row, pct: {} }
      share.pct[source] = `${formatDecimal(row.pct, language)}%`
      shares.set(key, share)
    }
  const fact = (name: string): PaperFact[] => {
    const text = value(kind.area, name, allocation)
    return text ? [{ name, label: label(kind.area, name), lines: [text] }] : []
  }
  return [
    ...table(
      [
        [labels(declared, 'component'), 'text'],
        [labels(declared, 'fibre_id'), 'main'],
        ...sources.map((source): [string[], 'number'] => [words(`dossier.line_sheet.${source}`), 'number']),
      ],
      [...shares.values()].map(({ row, pct }) => [
        [row.component ? word(`areas.declared-fibres.choices.component.${row.component}`) : ''],
        [
          titleIn(row.fibre, tongues),
          ...(['recycled', 'organic'] as const).flatMap((claim) => (row[claim] ? [label(declared, claim)] : [])),
        ],
        ...sources.map((source) => [pct[source] ?? '']),
      ]),
    ),
    {
      kind: 'facts',
      title: word('dossier.line_sheet.evidence'),
      facts: [
        ...(Array.isArray(allocation.claim_standards) && allocation.claim_standards.length > 0
          ? [
              {
                name: 'claim_standards',
                label: label(kind.area, 'claim_standards'),
                lines: [allocation.claim_standards.join(', ')],
              },
            ]
          : []),
        ...evidenceFields.flatMap(fact),
      ],
    },
  ].filter((block): block is PaperBlock => block.kind !== 'facts' || block.facts.length > 0)
}

const sources = ['declared', 'tested', 'label'] as const
const evidenceFields = [
  'scope_certificate_no',
  'scope_valid_until',
  'transaction_certificate_no',
  'laboratory',
  'test_report_no',
  'tested_on',
]

/** The care instruction as text; its symbols are on the label. */
const careBlocks = async ({ kit, me, tongues, line, facts }: LineSheetParts): Promise<PaperBlock[]> => {
  const allocation = facts.allocations.get('care')?.get(line.id)?.at(-1)
  if (!allocation) return []
  const [care] = await findMany(kit, me, 'care-instructions', [Number(allocation.care_instruction_id)])
  if (!care) return []
  const title = titleIn({ title: String(care.title_en), title_zh: care.title_zh as string | null }, tongues)
  const texts = tongues.map(({ language }) => care[`text_${language}`] ?? care.text_en)
  const text = [...new Set(texts)].filter((words) => typeof words === 'string' && words !== '').join('\n')
  return text ? [{ kind: 'notes', title, text }] : []
}

/** The receipts of every kind that keeps them: who acknowledged which version, and when. */
const receiptTable = ({ kit, tongues, line, facts }: LineSheetParts): PaperBlock[] => {
  const { words, labels } = paperTexts(tongues)
  const rows = facts.kinds.flatMap(({ plan }) =>
    (facts.allocations.get(plan.kind)?.get(line.id) ?? []).flatMap((allocation) =>
      receiptsOf(allocation).map((receipt) => [
        labels(kit.register.get('po-lines'), `${plan.kind}_readiness`),
        [titleIn({ title: receipt.record_title, title_zh: receipt.record_title_zh }, tongues)],
        [receipt.full_name],
        [day(receipt.acknowledged_at, tongues)],
        receipt.comment ? [receipt.comment] : [],
      ]),
    ),
  )
  return table(
    [
      [words('dossier.line_sheet.requirement'), 'text'],
      [words('dossier.line_sheet.acknowledged'), 'main'],
      [words('dossier.line_sheet.by'), 'text'],
      [words('dossier.line_sheet.on'), 'date'],
      [words('dossier.line_sheet.comment'), 'text'],
    ],
    rows,
  )
}

const auditRows = ({ tongues, order, line, facts }: LineSheetParts): PaperCell[][] => {
  const { word } = paperTexts(tongues)
  const exFactoryDate = exFactoryOf(order, line)
  return factoriesOf(line, facts.allocations.get('factory')?.get(line.id) ?? [])
    .flatMap((factory) => facts.audits?.get(factory) ?? [])
    .map((audit) => [
      [titleIn(audit.factory, tongues)],
      [titleIn(audit.standard_program, tongues)],
      [titleIn(audit.grade, tongues)],
      [String(audit.certificate_no ?? '')],
      [day(audit.valid_to, tongues)],
      [word(`paper.${exFactoryDate !== null && coversDay(audit, exFactoryDate) ? 'yes' : 'no'}`)],
    ])
}

const yarnTable = ({ kit, tongues, line, facts }: LineSheetParts): PaperBlock[] => {
  const { labels, value } = paperTexts(tongues)
  const area = kit.register.get('yarn-certificates')
  const yarn = facts.yarns.get(line.id)
  const certificates = (yarn?.certificates ?? []) as AnyRecord[]
  return table(
    [
      [labels(area, 'yarn_id'), 'main'],
      [labels(area, 'standard'), 'text'],
      [labels(area, 'certificate_no'), 'text'],
      [labels(area, 'valid_until'), 'date'],
    ],
    certificates.map((certificate) => [
      [titleIn({ title: String(yarn?.name_en ?? ''), title_zh: yarn?.name_zh as string | null }, tongues)],
      ...['standard', 'certificate_no', 'valid_until'].map((name) => [value(area, name, certificate)]),
    ]),
  )
}
