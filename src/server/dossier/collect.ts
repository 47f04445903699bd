import { attachmentKind } from '#server/allocation/attachment-lines.ts'
import { samplesOfLine } from '#server/allocation/sample-lines.ts'
import { readMissing } from '#server/allocation/settle-lines.ts'
import { type AttachmentRow, latestFiles } from '#server/files/attachment-rows.ts'
import { fileTypes } from '#server/files/types.ts'
import { forbidden, Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { createLineReader, readFibres, readMarkets } from '#server/labels/facts.ts'
import { labelOrder, usualMarket } from '#server/labels/order.ts'
import { type PaperLanguage, paperFile, printPaper, tonguesOf } from '#server/paper/papers.ts'
import { press } from '#server/paper/press.ts'
import { type AnyRecord, type Area, seesFilesOf, titleKey } from '#shared/kit/area.ts'
import type { PaperLanguageFormats } from '#shared/kit/paper.ts'
import { textOf } from '#shared/kit/text.ts'
import { coversDay } from '#shared/trade/accreditation.ts'
import { type AllocationPlan, validStateOf } from '#shared/trade/allocation.ts'
import { type DossierKind, dossierKinds, mostDossierLines } from '#shared/trade/dossier.ts'
import { safeFileName, safeName } from '#shared/trade/dossier-names.ts'
import { missingForLabel } from '#shared/trade/garment-label.ts'
import { paperTexts, titleIn } from '#shared/trade/paper-words.ts'
import { acceptedStates } from '#shared/trade/qa.ts'
import { neededTypes, needsKind } from '#shared/trade/requirement-profiles.ts'
import { approvedStates } from '#shared/trade/samples.ts'
import { type DossierArea, type DossierOrder, factoriesOf, type LineFacts, readLineFacts, readOrders } from './facts'
import { exFactoryOf, lineSheet } from './line-sheet'
import { type DossierPart, type DossierPlan, type DossierSection, type PartContent, partsOf } from './parts'

export interface DossierContext {
  kit: Kit
  me: Principal
  language: PaperLanguage
  signal: AbortSignal
}

/**
 * Lists all documents of the requested records that the caller may see, without reading their contents. Throws 403 if a
 * record is out of scope and 409 for too many lines.
 */
export const collectDossier = async (
  context: DossierContext,
  { area, record_ids }: { area: DossierArea; record_ids: readonly number[] },
): Promise<DossierPlan> => {
  const { kit, me } = context
  const orders = await readOrders(kit, me, area, record_ids)
  if (!orders) throw forbidden(textOf('dossier.out_of_sight'))
  const lines = orders.flatMap(({ lines }) => lines)
  if (lines.length > mostDossierLines)
    throw new Refusal(409, 'too_many_lines', textOf('dossier.too_many_lines', { max: mostDossierLines }))
  const tongues = tonguesOf(context.language)
  const collector: Collector = {
    ...context,
    facts: await readLineFacts(kit, me, lines),
    tongues,
    word: paperTexts(tongues).word,
    readLabels: createLineReader(kit),
    filesByRecord: new Map(),
  }
  const sections: DossierSection[] = []
  for (const order of orders) {
    sections.push(await orderSection(collector, order))
    for (const line of order.lines) {
      context.signal.throwIfAborted()
      sections.push(await lineSection(collector, order, line))
    }
  }
  return { sections, parts: partsOf(sections) }
}

/** The data by which the parts of a dossier are collected. */
interface Collector extends DossierContext {
  facts: LineFacts
  tongues: PaperLanguageFormats
  word: ReturnType<typeof paperTexts>['word']
  readLabels: ReturnType<typeof createLineReader>
  /** Files by area and id of their record, cached because lines share records. */
  filesByRecord: Map<string, Promise<AttachmentRow[]>>
}

const orderSection = async (collector: Collector, { order, cancelled }: DossierOrder): Promise<DossierSection> => {
  const { kit, word } = collector
  const section: DossierSection = { order: String(order.po_no), parts: [], gaps: [] }
  add(section, {
    ...paperOf(collector, 'purchase-orders', order, 'order', ''),
    title: word('dossier.documents.order', { number: String(order.po_no) }),
    state: statusIn(collector, kit.register.get('purchase-orders'), order),
    isOpen: !order.issued_at || order.status === 'cancelled',
  })
  await addFiles(collector, section, 'other', 'purchase-orders', order, '')
  for (const line of cancelled)
    section.gaps.push({ kind: 'line', text: word('dossier.gaps.cancelled', { line: String(line.line_title) }) })
  return section
}

const lineSection = async (collector: Collector, { order }: DossierOrder, line: AnyRecord): Promise<DossierSection> => {
  const { kit, me, signal, facts, tongues, word } = collector
  const goods = [titleIn(line.article, tongues), titleIn(line.colourway, tongues)].filter(Boolean).join(' ')
  const section: DossierSection = {
    order: String(order.po_no),
    line: {
      id: line.id,
      title: String(line.line_title),
      folder: safeName(`${line.line_no ?? line.id} ${goods}`),
      facts: goods,
    },
    parts: [],
    gaps: [],
  }
  add(section, {
    key: `line-sheet-${line.id}`,
    kind: 'line',
    record: '',
    title: word('dossier.documents.line', { line: String(line.line_title) }),
    fileName: safeFileName(`${line.line_title} ${word('dossier.file_names.line')}.pdf`),
    content: {
      is: 'paper',
      print: async () =>
        printPaper(await lineSheet({ kit, me, tongues, order, line, facts }), tongues, 'dossiers', signal),
    },
  })
  for (const { area, plan } of facts.kinds) {
    const kind = plan.kind as DossierKind
    const allocations = facts.allocations.get(plan.kind)?.get(line.id) ?? []
    if (dossierKinds.includes(kind)) addReadiness(collector, section, area, plan, line, allocations)
    for (const allocation of allocations) {
      const status = String(allocation.status)
      const approval: Approval = {
        state: statusIn(collector, area, allocation),
        isOpen: ![validStateOf(plan), 'waived'].includes(status),
      }
      const record = plan.library && (allocation[titleKey(plan.library.by)] as { id: number } | null)
      if (plan.library && record && plan.answer !== 'none')
        await addLibraryRecord(
          collector,
          section,
          kind,
          plan.library.area,
          Number(allocation[plan.library.by]),
          approval,
        )
      if (plan.answer !== 'none') {
        const folder = folderOf(kind, titleIn(record, tongues))
        await addFiles(collector, section, kind, area.name, allocation, folder, approval)
        await addProofs(collector, section, kind, area, allocation, folder)
      }
    }
  }
  await addLabel(collector, section, line)
  await addAccreditations(collector, section, order, line)
  await addYarn(collector, section, line)
  await addRecords(collector, section, line, 'sample')
  await addRecords(collector, section, line, 'inspection')
  await addFiles(collector, section, 'other', 'po-lines', line, '')
  await addMissingFiles(collector, section, line)
  return section
}

/** The state of a part's record, and whether the record is not approved yet. */
interface Approval {
  state: string
  isOpen: boolean
}

/** Adds a part to the section, once for each key. */
const add = ({ parts }: DossierSection, { state = '', isOpen = false, ...part }: DossierPart & Partial<Approval>) => {
  if (!parts.some((present) => present.part.key === part.key)) parts.push({ part, state, isOpen })
}

const statusIn = ({ word }: Collector, area: Area, { status }: AnyRecord) =>
  status ? word(`areas.${area.name}.states.${status}`) : ''

/** Adds a gap for a kind that is missing, rejected or in progress at the line, with the missing types of typed kinds. */
const addReadiness = (
  { word }: Collector,
  section: DossierSection,
  area: Area,
  { kind: name, typed }: AllocationPlan,
  line: AnyRecord,
  allocations: readonly AnyRecord[],
) => {
  const kind = name as DossierKind
  const field = `${name}_readiness`
  const readiness = line[field]
  if (readiness !== 'missing' && readiness !== 'rejected' && readiness !== 'in_progress') return
  const types =
    readiness === 'missing' && typed
      ? neededTypes(requirementsOf(line), name).filter((type) =>
          allocations.every((allocation) => allocation[typed.by] !== type),
        )
      : []
  section.gaps.push({
    kind,
    text: [
      word(`areas.po-lines.choices.${field}.${readiness}`),
      types.map((type) => word(`areas.${area.name}.choices.${typed?.by}.${type}`)).join(', '),
    ]
      .filter(Boolean)
      .join(': '),
  })
}

const addLibraryRecord = async (
  collector: Collector,
  section: DossierSection,
  kind: DossierKind,
  area: string,
  id: number,
  approval: Approval,
) => {
  const { kit, me } = collector
  if (!kit.can(me.role, area, 'read')) return
  const [record] = await kit.repository(area).find(kit.db, me, [id])
  if (!record) return
  const title = titleOf(collector, kit.register.get(area), record)
  const folder = folderOf(kind, title)
  if (kit.server(area).paper) add(section, { ...paperOf(collector, area, record, kind, folder), title, ...approval })
  await addFiles(collector, section, kind, area, record, folder, approval)
}

const titleOf = ({ tongues }: Collector, area: Area, record: AnyRecord) => {
  const zh = area.titleZh ? record[area.titleZh] : null
  return titleIn({ title: String(record[area.title] ?? record.id), title_zh: zh }, tongues)
}

/** The folder of a record: its title for kinds of which a line has several records, else empty. */
const folderOf = (kind: DossierKind, title: string) => (severalRecords.has(kind) ? title : '')

/** The printed document of a record. Its file name is a guess, because the document is printed later. */
const paperOf = (collector: Collector, area: string, record: AnyRecord, kind: DossierKind, folder: string) => {
  const { kit, me, language, signal } = collector
  const declared = kit.register.get(area)
  const version = record.version_no ? `-v${record.version_no}` : record.revision_no ? `-rev${record.revision_no}` : ''
  const code = record.po_no ?? record.spec_id ?? record[declared.title] ?? record.id
  return {
    key: `paper-${area}-${record.id}`,
    kind,
    record: folder,
    fileName: safeFileName(`${code}${version}.pdf`),
    content: {
      is: 'paper',
      print: async () => {
        const file = await paperFile(kit, me, { area, id: record.id, language }, 'dossiers', signal)
        if (!file) throw forbidden(textOf('dossier.out_of_sight'))
        return file.content
      },
    } satisfies PartContent,
  }
}

const addFiles = async (
  collector: Collector,
  section: DossierSection,
  kind: DossierKind,
  area: string,
  record: Pick<AnyRecord, 'id'>,
  folder: string,
  approval: Partial<Approval> = {},
) => {
  const { word } = collector
  for (const file of await filesOf(collector, area, record.id)) {
    if (file.scan !== 'clean') {
      section.gaps.push({ kind, text: word(`dossier.gaps.${file.scan}`, { name: file.name }) })
      continue
    }
    const { id, name, type, size, preview_id, description } = file
    add(section, {
      key: `file-${id}`,
      kind,
      record: folder,
      title: description ? `${name} · ${description}` : name,
      fileName: safeFileName(name),
      content: { is: 'file', id, type, size },
      ...approval,
    })
    // Formats that only drawing programs open get their preview as well.
    if (preview_id === null || !sourceTypes.has(type)) continue
    add(section, {
      key: `file-${preview_id}`,
      kind,
      record: folder,
      title: word('dossier.documents.preview', { name }),
      fileName: safeFileName(`${name}.webp`),
      content: { is: 'file', id: preview_id, type: fileTypes.webp.type, size: previewBytes },
      ...approval,
    })
  }
}

/** The files of a record that the caller may see; read once for records that lines share. */
const filesOf = (collector: Collector, area: string, id: number): Promise<AttachmentRow[]> => {
  const { kit, me, filesByRecord } = collector
  const key = `${area} ${id}`
  const cached = filesByRecord.get(key)
  if (cached) return cached
  const files = seesFilesOf(kit.register.get(area), me.role)
    ? latestFiles(kit.db, me, area, [id]).then((files) => files.get(id) ?? [])
    : Promise.resolve([])
  filesByRecord.set(key, files)
  return files
}

/** Adds the approved proofs of an artwork allocation; production must not follow the others. */
const addProofs = async (
  collector: Collector,
  section: DossierSection,
  kind: DossierKind,
  area: Area,
  allocation: AnyRecord,
  folder: string,
) => {
  const { kit } = collector
  const proofs = area.fields.proofs?.options.to
  if (!proofs) return
  for (const proof of (allocation.proofs ?? []) as AnyRecord[])
    if (proof.status === 'approved')
      await addFiles(collector, section, kind, proofs, proof, folder, {
        state: statusIn(collector, kit.register.get(proofs), proof),
      })
}

const addLabel = async (collector: Collector, section: DossierSection, line: AnyRecord) => {
  const { kit, me, signal, tongues, word, readLabels } = collector
  const [labelled] = await readLabels(me, { line: line.id })
  if (!labelled) return
  const market = usualMarket(await readMarkets(kit), labelled)
  if (!market) {
    section.gaps.push({ kind: 'label', text: word('problems.labels.no_market') })
    return
  }
  const fibres = await readFibres(kit, [labelled])
  const missing = missingForLabel(labelled, market, fibres)
  for (const { text } of missing) section.gaps.push({ kind: 'label', text: renderIn(tongues, text) })
  if (missing.length > 0) return
  add(section, {
    key: `label-${line.id}`,
    kind: 'label',
    record: '',
    title: word('dossier.documents.label', { market: market.code }),
    fileName: safeFileName(`${line.line_title} ${word('dossier.kinds.label')} ${market.code}.pdf`),
    content: {
      is: 'paper',
      print: () => press.print({ kind: 'labels', order: labelOrder([labelled], market, fibres) }, 'dossiers', signal),
    },
  })
}

const addAccreditations = async (collector: Collector, section: DossierSection, order: AnyRecord, line: AnyRecord) => {
  const { kit, facts, tongues, word } = collector
  if (!facts.audits) return
  const day = exFactoryOf(order, line)
  const factories = factoriesOf(line, facts.allocations.get('factory')?.get(line.id) ?? [])
  for (const factory of factories) {
    const audits = facts.audits.get(factory) ?? []
    const covering = audits.filter((audit) => day !== null && coversDay(audit, day))
    for (const audit of covering)
      await addFiles(
        collector,
        section,
        'accreditation',
        'factory-accreditations',
        audit,
        folderOf('accreditation', String(audit.audit_title)),
        {
          state: statusIn(collector, kit.register.get('factory-accreditations'), audit),
        },
      )
    if (covering.length > 0 || !needsKind(requirementsOf(line), 'accreditation')) continue
    const [named] = await kit.db.query<{ title: string; title_zh: string | null }>(
      'select name_en as title, name_zh as title_zh from factories where id = $1',
      [factory],
      'dossier_factory',
    )
    section.gaps.push({
      kind: 'accreditation',
      text: word('dossier.gaps.accreditation', { factory: titleIn(named, tongues) }),
    })
  }
}

/** Adds a gap for required attachments that neither the line nor its order has. */
const addMissingFiles = async (collector: Collector, section: DossierSection, line: AnyRecord) => {
  const { kit, word } = collector
  const missing = await readMissing(kit.db, attachmentKind(kit.register), line)
  if (missing.length > 0)
    section.gaps.push({
      kind: 'other',
      text: `${word('areas.po-lines.choices.attachments_readiness.missing')}: ${missing
        .map((kind) => word(`files.kinds.${kind}`))
        .join(', ')}`,
    })
}

/** Adds the comment sheets of the line's samples, or the reports of its inspections, each with its files. */
const addRecords = async (
  collector: Collector,
  section: DossierSection,
  line: AnyRecord,
  kind: keyof typeof evaluated,
) => {
  const { kit, me, word } = collector
  const { area: name, sql, number } = evaluated[kind]
  const area = kit.register.get(name)
  if (!kit.can(me.role, name, 'read')) return
  const rows = await kit.db.query<{ id: number }>(sql, [line.id], `dossier_${kind}`)
  const readiness = String(line[`${kind}_readiness`])
  if (['missing', 'rejected', 'in_progress'].includes(readiness))
    section.gaps.push({ kind, text: word(`areas.po-lines.choices.${kind}_readiness.${readiness}`) })
  for (const record of await kit.repository(name).find(
    kit.db,
    me,
    rows.map(({ id }) => id),
  )) {
    const approval = { state: statusIn(collector, area, record), isOpen: !accepted.has(String(record.status)) }
    const recordNumber = String(record[number])
    add(section, { ...paperOf(collector, name, record, kind, recordNumber), title: recordNumber, ...approval })
    await addFiles(collector, section, kind, name, record, recordNumber, approval)
  }
}

const addYarn = async (collector: Collector, section: DossierSection, line: AnyRecord) => {
  const { facts } = collector
  const yarn = facts.yarns.get(line.id)
  if (yarn) await addFiles(collector, section, 'yarn', 'yarns', yarn, '')
}

/** Renders a text of a rule in every language of the dossier. */
const renderIn = (tongues: PaperLanguageFormats, { key, params }: { key: string; params?: Record<string, unknown> }) =>
  paperTexts(tongues).word(key, params as never)

const sourceTypes: ReadonlySet<string> = new Set([fileTypes.svg.type, fileTypes.ai.type, fileTypes.eps.type])
/** Estimated bytes of a preview, whose size is not stored with the file. */
const previewBytes = 300_000

const requirementsOf = ({ requirements }: AnyRecord) => (requirements ?? []) as readonly string[]

/** Samples and inspections with a result; `sql` selects their ids for the line `$1`. */
const evaluated = {
  sample: {
    area: 'sample-requests',
    number: 'request_no',
    sql: `select r.id from po_lines l join purchase_orders o on o.id = l.purchase_order_id, sample_requests r
        join sample_types t on t.id = r.sample_type_id
      where l.id = $1 and r.result is not null and ${samplesOfLine('r', 't')} order by t.seq, r.id`,
  },
  inspection: {
    area: 'qa-activities',
    number: 'activity_no',
    sql: `select id from qa_activities where po_line_id = $1 and result is not null and status <> 'completed' order by id`,
  },
} as const
const accepted: ReadonlySet<string> = new Set([...approvedStates, ...acceptedStates])

/** Kinds of which a line may have several records, each in its own folder. */
const severalRecords: ReadonlySet<DossierKind> = new Set([
  'specification',
  'artwork',
  'accreditation',
  'sample',
  'inspection',
])
