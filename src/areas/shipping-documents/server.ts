import { sql } from 'kysely'
import { conflict } from '#server/kit/errors.ts'
import { type Change, type Doc, type MoveHooks, serve, type Work } from '#server/kit/kit.ts'
import { quoted } from '#shared/base/quoted.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { endedStates } from '#shared/trade/booking-terms.ts'
import { awaitedStates } from '#shared/trade/document-set.ts'
import { repeatedTypes } from '#shared/trade/document-types.ts'
import { shippingDocuments } from './area'
import { followFiles, takeFiles } from './server/files'
import { notifyRejected } from './server/notices'
import { followBookings, followDocuments, followTerms, noteCompleteness, settleDocumentsOfDay } from './server/settle'
import { derivedOf, readRequirements, readShipments, readTypes, typeKey, wantedTypes } from './server/shipments'

/** SQL condition: the supplier still has to provide the document, so it can be due, late and worth a reminder. */
const isAwaited = (alias: string) =>
  sql`(${sql.id(alias, 'is_required')} and ${sql.id(alias, 'status')} in (${sql.raw(quoted(awaitedStates))}))`

export const server = serve(shippingDocuments, {
  scopes: {
    own: (alias, caller) => sql<boolean>`(${sql.id(alias, 'supplier_id')} = ${caller.supplier_id})`,
  },

  conditions: {
    is_late: (alias, holds, caller) =>
      holds(sql`(${isAwaited(alias)} and ${sql.id(alias, 'due_date')} < ${caller.today})`),
    due_by: (alias, holds) => sql`(${isAwaited(alias)} and ${holds(sql.id(alias, 'due_date'))})`,
    has_differences: (alias, holds) => holds(sql`(cardinality(${sql.id(alias, 'differences')}) > 0)`),
    purchase_order: (alias, holds) =>
      sql`exists (select 1 from booking_lines x join po_lines l on l.id = x.po_line_id
        where x.booking_id = ${sql.id(alias, 'booking_id')} and ${holds(sql`l.purchase_order_id`)})`,
  },

  prepare: completeDocuments,
  written: followDocuments,
  filesChanged: followFiles,

  moves: {
    upload: {
      effect: (work, document) => {
        if (document.status === 'uploaded') takeFiles(work, document)
        Object.assign(document, { reviewed_by: null, reviewed_at: null })
      },
    },
    lose_files: {
      effect: (work, document) => {
        takeFiles(work, document)
        Object.assign(document, { reviewed_by: null, reviewed_at: null })
      },
    },
    submit: { effect: (_work, document) => void Object.assign(document, { reviewed_by: null, reviewed_at: null }) },
    start_review: { effect: (work, document) => void Object.assign(document, review(work)) },
    approve: decision(),
    reject: {
      effect: async (work, document, _change, { comment }) => {
        Object.assign(document, review(work), { review_comment: comment })
        await notifyRejected(work, document, String(comment))
      },
    },
    waive: {
      effect: (work, document, _change, { reason }) =>
        void Object.assign(document, review(work), { review_comment: reason }),
    },
    require: {
      effect: (_work, document) => {
        if (Number(document.files_qty) > 0) document.status = 'uploaded'
        Object.assign(document, { reviewed_by: null, reviewed_at: null, review_comment: null })
      },
    },
  },

  removed: async (work, { status, doc_type, booking_id, is_required }) => {
    // Documents that were uploaded are archived instead of deleted.
    if (status !== 'missing' || work.me.id === 0) return
    const shipments = await readShipments(work, [booking_id], { lock: true })
    const remainingTypes = await readTypes(work, [booking_id])
    if (is_required && !remainingTypes.has(typeKey({ booking_id, doc_type })))
      throw conflict('guard', textOf('problems.shipping-documents.still_required'))
    await noteCompleteness(work, shipments)
  },

  // The facts of the booking, to compare the document with.
  extras: async (work, { booking_id }) => {
    const shipment = (await readShipments(work, [booking_id], { lock: false })).get(Number(booking_id))
    if (!shipment) return {}
    const { pieces_qty, cartons_qty, gross_kg, net_kg, volume_m3, hbl_no, mbl_no, awb_no, goods_description } = shipment
    return {
      shipment: { pieces_qty, cartons_qty, gross_kg, net_kg, volume_m3, hbl_no, mbl_no, awb_no, goods_description },
    }
  },

  follows: {
    bookings: followBookings,
    'document-requirements': (work) => followTerms(work),
    settings: (work, changes) =>
      changes.some(({ before, after }) => termSettings.some((name) => before && before[name] !== after[name]))
        ? followTerms(work)
        : undefined,
  },
  daily: settleDocumentsOfDay,

  import: {
    aliases: {
      booking_id: ['booking', 'booking no', '订舱号', '订舱'],
      doc_type: ['type', 'document', '类型', '单据'],
      doc_no: ['number', 'no', '单号', '号码'],
    },
  },
})

const termSettings = ['documents_days_sea', 'documents_days_air', 'presentation_days']

const review = ({ me, now }: Work) => ({ reviewed_by: me.id || null, reviewed_at: now })

function decision(): MoveHooks {
  return {
    effect: (work, document, _change, { comment }) =>
      void Object.assign(document, review(work), { review_comment: comment ?? null }),
  }
}

/** Copies values of the booking. Users may add only one document of each type; the portal has checked that before. */
async function completeDocuments(work: Work, changes: Change[]): Promise<Problem[][]> {
  const ids = changes.map(({ after }) => after.booking_id)
  const isAdded = work.me.id !== 0 && changes.some(({ before }) => !before)
  const shipments = await readShipments(work, ids, { lock: isAdded && !work.isTrial })
  const types = isAdded ? await readTypes(work, ids) : new Set<string>()
  const requirements = await readRequirements(work)
  return changes.map(({ before, after }) => {
    const shipment = shipments.get(Number(after.booking_id))
    if (!shipment) return []
    Object.assign(after, derivedOf(after, shipment, wantedTypes(shipment, requirements), work.context.settings))
    if (before || !isAdded) return []
    const isThere = types.has(typeKey(after)) && !repeated.has(String(after.doc_type))
    types.add(typeKey(after))
    return [...(ended.has(shipment.status) ? [endedProblem(shipment)] : []), ...(isThere ? [thereProblem] : [])]
  })
}

const repeated: ReadonlySet<string> = new Set(repeatedTypes)
const thereProblem = problem(textOf('problems.shipping-documents.already_there'), 'doc_type')

const ended: ReadonlySet<string> = new Set(endedStates)
const endedProblem = ({ status }: Pick<Doc, 'status'>) =>
  problem(
    textOf('problems.shipping-documents.booking_ended', { state: textOf(`areas.bookings.states.${status}`) }),
    'booking_id',
  )
