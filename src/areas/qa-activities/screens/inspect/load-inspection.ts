import type { AnyRecord } from '#shared/kit/area.ts'
import type { DefectSeverity } from '#shared/trade/qa.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { api, isUnreachable } from '#web/providers/http.ts'
import { readAll } from '#web/providers/read-all.ts'
import { qaActivities as area } from '../../area'
import { isUnsent } from './differences'
import { readSheet, readWork, writeSheet } from './store'
import { unsigned, type Work, workOf } from './work'

/** The data that an inspection needs, as of the last time when the device was online. */
export interface Sheet {
  record: AnyRecord
  codes: { id: number; name_en: string; name_zh: string; category: string; default_severity: DefectSeverity }[]
  sizes: { id: number; label: string }[]
}

const emptyWork = {
  checks: [],
  baseChecks: [],
  points: [],
  lengths: {},
  baseLengths: {},
  signatures: unsigned,
  baseSignatures: unsigned,
}

/**
 * Loads the inspection from the server, or from the device when it is offline. Unsent entries on the device take
 * precedence.
 */
export const loadInspection = async (
  id: number,
): Promise<{ sheet: Sheet; work: Work | undefined; isOffline: boolean }> => {
  const storedWork = await readWork(id)
  // Work stored by earlier versions of the portal has no checklist, measurements or signatures.
  const stored = storedWork && { ...emptyWork, ...storedWork }
  try {
    const sheet = await readOnline(id)
    await writeSheet(id, sheet)
    const hasUnsent = stored && (isUnsent(stored) || stored.isFinished)
    const work = hasUnsent
      ? stored
      : stored && { ...workOf(sheet.record), closing: stored.closing, photos: stored.photos }
    return { sheet, work, isOffline: false }
  } catch (failure) {
    const sheet = isUnreachable(failure) ? await readSheet<Sheet>(id) : undefined
    if (!sheet) throw failure
    return { sheet, work: stored, isOffline: true }
  }
}

const readOnline = async (id: number): Promise<Sheet> => {
  const codes = areaOf(areaOf(area, 'defects'), 'defect_code_id').name
  const [record, defectCodes] = await Promise.all([
    api<AnyRecord>('GET', `${area.name}/${id}`),
    readAll<Sheet['codes'][number]>(codes, { status: 'active', _sort: 'code' }),
  ])
  const articles = areaOf(area, 'article_id')
  const article = record.article_id ? await api<AnyRecord>('GET', `${articles.name}/${record.article_id}`) : null
  const sizes = article?.size_scale_id
    ? await readAll<Sheet['sizes'][number]>(areaOf(areaOf(area, 'defects'), 'size_id').name, {
        ...{ size_scale_id: String(article.size_scale_id), _sort: 'sort_order' },
      })
    : []
  return { record, codes: defectCodes, sizes }
}
