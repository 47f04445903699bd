import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { BulkResult } from '#shared/kit/wire/bulk.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { t } from '#web/i18n.ts'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { poLines } from '../area'
import { screenText } from './texts'

const BulkResults = lazy(() =>
  import('#web/kit/bulk/bulk-results.tsx').then((module) => ({ default: module.BulkResults })),
)

/** Fields that a line can copy from its article. */
export type FromArticle = 'season_id' | 'house_brand_id' | 'product_category_id'

/**
 * Copies values of the articles to the selected lines. The season is the latest open season in which the article is
 * offered.
 */
export function TakeFromArticle({ list, field }: { list: AreaListState; field: FromArticle }) {
  const { area, selection } = list
  const [busy, setBusy] = useState(false)
  const [results, setResults] = useState<BulkResult[] | null>(null)
  const refresh = useRefresh()
  const rows = [...selection.rows.values()]
  const copyValues = async () => {
    setBusy(true)
    try {
      const values = await valuesOf(rows, field)
      const changes = rows.flatMap(({ id, version }) => {
        const value = values.get(id)
        return value ? [{ id, version, values: { [field]: value } }] : []
      })
      const unchangedCount = rows.length - changes.length
      if (changes.length === 0)
        return notify({ tone: 'warning', text: screenText('take.nothing', { count: unchangedCount }) })
      const { results: done } = await api<{ results: BulkResult[] }>('PATCH', `${area.name}/bulk`, {
        body: { rows: changes },
      })
      await refresh()
      // Keep the selection on failures: clearing it would unmount this and its results.
      if (done.some(({ ok }) => !ok)) return setResults(done)
      selection.clear()
      const { undoable, undoBulk } = await import('#web/kit/bulk/bulk-run.ts')
      notify({
        tone: unchangedCount > 0 ? 'warning' : 'success',
        text: [
          t('editing.bulk.done', { count: done.length }),
          unchangedCount > 0 && screenText('take.nothing', { count: unchangedCount }),
        ]
          .filter(Boolean)
          .join(' · '),
        ...(undoable(done).length > 0 && {
          action: { label: t('editing.bulk.undo'), run: () => void undoBulk(area, done, refresh) },
        }),
      })
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="small" variant="outlined" disabled={busy} onClick={() => void copyValues()}>
        {busy ? t('kit.working') : screenText(`take.${field}`)}
      </Button>
      {results && (
        <Suspense>
          <BulkResults
            area={area}
            results={results}
            onClose={(failed) => {
              setResults(null)
              selection.set(failed)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

interface Article {
  id: number
  season_id: number | null
  house_brand_id: number | null
  product_category_id: number | null
  seasons?: { season_id: number }[]
}

/** The values of the article by line. */
const valuesOf = async (lines: readonly AnyRecord[], field: FromArticle): Promise<Map<number, number>> => {
  const articles = await readArticles([...new Set(lines.map(({ article_id }) => Number(article_id)))], field)
  const open = field === 'season_id' ? await openSeasons() : []
  return new Map(
    lines.flatMap((line): [number, number][] => {
      const article = articles.get(Number(line.article_id))
      const offered = [article?.season_id, ...(article?.seasons ?? []).map(({ season_id }) => season_id)]
      const value = field === 'season_id' ? open.find((id) => offered.includes(id)) : article?.[field]
      return value ? [[line.id, value]] : []
    }),
  )
}

/** Seasons of an article are rows, which only the single record includes. */
const readArticles = async (ids: readonly number[], field: FromArticle): Promise<Map<number, Article>> => {
  const { name } = areaOf(poLines, 'article_id')
  const articles =
    field === 'season_id'
      ? await Promise.all(ids.map((id) => api<Article>('GET', `${name}/${id}`)))
      : await api<Article[]>('GET', name, {
          params: [...ids.map((id): [string, string] => ['id', String(id)]), ['_start', '0'], ['_end', '100']],
        })
  return new Map(articles.map((article) => [article.id, article]))
}

/** Open seasons, the latest first. */
const openSeasons = async (): Promise<number[]> => {
  const seasons = await api<{ id: number }[]>('GET', areaOf(poLines, 'season_id').name, {
    params: [
      ['status', 'open'],
      ['_sort', 'delivery_from'],
      ['_order', 'desc'],
      ['_end', '100'],
    ],
  })
  return seasons.map(({ id }) => id)
}
