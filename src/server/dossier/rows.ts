import { readPrincipal } from '#server/auth/accounts.ts'
import type { Queryable } from '#server/db/types.ts'
import type { Files } from '#server/files/store.ts'
import { forbidden, notFound, type Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import type { PaperLanguage } from '#server/paper/papers.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import type { Dossier } from '#shared/kit/wire/dossier.ts'
import type { DossierForm, DossierState, DossierStep } from '#shared/trade/dossier.ts'
import { type DossierArea, readOrders } from './facts'

/** A dossier as it is stored. */
export interface DossierRow {
  id: number
  owner_id: number
  area: DossierArea
  record_ids: number[]
  form: DossierForm
  language: PaperLanguage
  request: string
  title: string
  made_for: Rights | null
  status: DossierState
  step: DossierStep
  progress_done: number
  progress_total: number
  file_id: number | null
  gaps: number
  failure: Text | null
  created_at: string
  ready_at: string | null
  expires_at: string | null
  attempts: number
}

/** The properties of an account that decide which records and fields it reads. */
type Rights = Pick<Principal, 'role' | 'prices' | 'supplier_id' | 'portfolio'>

export const rightsIn = ({ role, prices, supplier_id, portfolio }: Principal): Rights => ({
  role,
  prices,
  supplier_id,
  portfolio: portfolio?.toSorted((a, b) => a - b) ?? null,
})

const hasSameRights = (row: Pick<DossierRow, 'made_for'>, me: Principal): boolean => {
  const { made_for: before } = row
  const now = rightsIn(me)
  return (
    before !== null &&
    before.role === now.role &&
    before.prices === now.prices &&
    before.supplier_id === now.supplier_id &&
    String(before.portfolio ?? 'all') === String(now.portfolio ?? 'all')
  )
}

/** The refusal for an account whose rights or scope changed since the dossier was made; null if it may fetch the file. */
export const refusalOf = async (kit: Kit, me: Principal, row: DossierRow): Promise<Refusal | null> => {
  if (!hasSameRights(row, me)) return forbidden(textOf('dossier.other_rights'))
  const isVisible = (await readOrders(kit, me, row.area, row.record_ids)) !== null
  return isVisible ? null : forbidden(textOf('dossier.out_of_sight'))
}

/** Checks a signed address of a dossier's file. Throws unless its reader requested the dossier and has the same rights. */
export const requireDossierReader = async (kit: Kit, reader: number | null, file: number): Promise<void> => {
  const [row] = await kit.db.query<DossierRow>(
    `select ${columns} from dossiers d where d.file_id = $1 and d.owner_id = $2 and d.status = 'ready'
       and d.expires_at > now()`,
    [file, reader],
    'dossier_of_file',
  )
  const me = row && (await readPrincipal(kit.db, row.owner_id))
  if (!me) throw notFound()
  const refusal = await refusalOf(kit, me, row)
  if (refusal) throw refusal
}

const columns = `d.id, d.owner_id, d.area, d.record_ids, d.form, d.language, d.request, d.title, d.made_for, d.status, d.step,
  d.progress_done, d.progress_total, d.file_id, d.gaps, d.failure, d.created_at, d.ready_at, d.expires_at, d.attempts`

export type DossierAnswer = Omit<Dossier, 'problem'> & { problem: Text | null }

/** The dossier as its owner receives it; the address of the file is left out if the owner may not fetch it. */
export const dossierAnswer = async (
  { kit, files }: { kit: Kit; files: Pick<Files, 'address'> },
  me: Principal,
  row: DossierRow & { file_name: string | null; file_size: number | null },
): Promise<DossierAnswer> => {
  const { owner_id: _owner, request: _request, made_for: _rights, attempts: _attempts, ...shown } = row
  const { progress_done: done, progress_total: total, file_id, failure, file_name, file_size, ...values } = shown
  const refusal = row.status === 'ready' ? await refusalOf(kit, me, row) : null
  const isAvailable = row.status === 'ready' && file_id !== null && refusal === null
  return {
    ...values,
    percent: row.status === 'ready' ? 100 : total > 0 ? Math.min(99, Math.floor((100 * done) / total)) : 0,
    name: isAvailable ? file_name : null,
    size: isAvailable ? file_size : null,
    url: isAvailable ? files.address(file_id, quarterOfAnHour, me.id) : null,
    problem: failure ?? refusal?.text ?? null,
  }
}

const quarterOfAnHour = 900

/** The latest 100 dossiers of an account, newest first; optionally by id or by the hash of the request. */
export const ownDossiers = (
  on: Queryable,
  me: Pick<Principal, 'id'>,
  { id, request }: { id?: number; request?: string } = {},
) =>
  on.query<DossierRow & { file_name: string | null; file_size: number | null }>(
    `select ${columns}, f.name as file_name, f.size as file_size
     from dossiers d left join files f on f.id = d.file_id
     where d.owner_id = $1 and ($2::bigint is null or d.id = $2) and ($3::text is null or d.request = $3)
       and (d.expires_at is null or d.expires_at > now())
     order by d.id desc limit 100`,
    [me.id, id ?? null, request ?? null],
    'dossiers_own',
  )

/** Notes that the owner watches the progress, so that no mail is sent when the dossier is ready. */
export const noteWatched = (on: Queryable, ids: readonly number[]) =>
  on.query(
    `update dossiers set watched_at = now()
     where id = any($1::bigint[]) and status in ('waiting', 'making') and watched_at < now() - interval '5 seconds'`,
    [ids],
    'dossiers_watched',
  )

/** Deletes dossiers with their files. `condition` is trusted SQL over `dossiers`, never input of a caller. */
export const deleteDossiers = (on: Queryable, condition: string, values: unknown[], name: string) =>
  on.query<{ id: number }>(
    `with gone as (delete from dossiers where ${condition} returning id, file_id),
       bytes as (delete from files where id in (select file_id from gone))
     select id from gone`,
    values,
    name,
  )
