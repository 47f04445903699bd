import { asPortal } from '#server/kit/as-portal.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { renderText } from '#server/texts.ts'
import { compare } from '#shared/base/money.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { dueClaimStates } from '#shared/trade/claim-terms.ts'
import { numberFreeStates } from '#shared/trade/invoice-terms.ts'
import { claims } from '../area'
import { linesOf } from './complete'

const invoices = 'invoices'
const isDead = (note: Doc | null): boolean => numberFreeStates.some((state) => state === note?.status)

/**
 * Creates the debit note of a claim and submits it in the name of the user who settles; another user reviews and
 * approves it. The claim is locked and a unique index guards it, so that repeated requests create only one note.
 */
export const makeDebitNote = async (work: Work, claim: Doc): Promise<number> => {
  const repository = work.kit.repository(invoices)
  const lines = [
    ...linesOf(claim).map((line) => ({ description: describe(claim, line), amount: line.claimed_amount })),
    { description: renderText(textOf('areas.claims.debit_note.fee'), 'en'), amount: claim.fee },
  ].filter(({ amount }) => compare(String(amount ?? '0'), '0') > 0)
  const [note] = await repository.create(asPortal(work, 'create'), [
    {
      invoice_no: await numberFor(work, claim),
      type: 'debit_note',
      supplier_id: claim.supplier_id,
      purchase_order_id: claim.purchase_order_id,
      claim_no: claim.claim_no,
      invoice_date: work.context.today,
      currency: claim.currency,
      remarks: claim.remarks ?? null,
      lines: lines.map(({ description, amount }) => ({ description, qty: 1, unit_price: amount })),
    },
  ])
  const id = Number(note?.id)
  await repository.move({ ...asPortal(work, 'submit'), me: work.me }, id, 'submit', { version: note?.version ?? 1 })
  return id
}

/** Refuses when the claim already has a debit note: a revised one, or one that was entered by hand. */
export const debitNoteProblems = async ({ tx }: Pick<Work, 'tx'>, { claim_no }: Doc): Promise<Problem[]> => {
  const [present] = await tx.query<{ invoice_no: string }>(
    `select invoice_no from invoices where claim_no = $1 and status <> all($2::text[]) and archived_at is null`,
    [claim_no, [...numberFreeStates]],
    'debit_note_of_claim',
  )
  return present ? [problem(textOf('problems.claims.has_debit_note', { note: present.invoice_no }))] : []
}

/** The number of the claim, with a suffix if an earlier note with that number was rejected or voided. */
const numberFor = async ({ tx }: Work, { claim_no, supplier_id }: Doc): Promise<string> => {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from invoices where claim_no = $1 and supplier_id = $2',
    [claim_no, supplier_id],
    'debit_notes_of_claim',
  )
  const before = Number(row?.count ?? 0)
  return before === 0 ? String(claim_no) : `${claim_no}-${before + 1}`
}

const describe = ({ type }: Doc, { line_title, units, days_late }: Doc): string =>
  renderText(
    type === 'late'
      ? textOf('areas.claims.debit_note.late', { line: String(line_title ?? ''), days: Number(days_late ?? 0) })
      : textOf('areas.claims.debit_note.units', {
          line: String(line_title ?? ''),
          type: textOf(`areas.claims.choices.type.${type}`),
          units: Number(units),
        }),
    'en',
  )

/**
 * Runs after invoices were written. Reopens a claim whose debit note was rejected or voided; settles it again when that
 * note is revised.
 */
export const followInvoices = async (work: Work, changes: readonly Change[]): Promise<void> => {
  if (work.isTrial) return
  for (const { before, after } of changes) {
    if (!before || !after.claim_no || after.type !== 'debit_note' || isDead(before) === isDead(after)) continue
    const [claim] = await work.tx.query<{ id: number; status: string; debit_note_id: number | null }>(
      'select id, status, debit_note_id from claims where claim_no = $1',
      [after.claim_no],
      'claim_of_debit_note',
    )
    if (!claim) continue
    const [id, repository] = [Number(claim.id), work.kit.repository(claims.name)]
    if (isDead(after) && claim.status === 'settled' && Number(claim.debit_note_id) === after.id)
      await repository.move(asPortal(work, 'unsettle'), id, 'unsettle', {})
    if (!isDead(after) && dueClaimStates.some((state) => state === claim.status)) {
      await repository.edit(asPortal(work), id, { debit_note_id: after.id })
      await repository.move(asPortal(work, 'resettle'), id, 'resettle', {})
    }
  }
}
