import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { type SearchOption, SearchSelect } from '#web/fields/search-select.tsx'
import { type Mention, mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { useDebounced } from '#web/hooks/use-debounced.ts'
import { fieldLabel, language } from '#web/i18n.ts'
import { useFieldError, useRow } from '#web/kit/form/field.tsx'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { useShownPath } from '#web/kit/form/form-scope.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Cover } from '#web/kit/record/cover.tsx'
import { useRecord } from '#web/kit/record/use-record.ts'
import { api } from '#web/providers/http.ts'
import { purchaseOrders } from '../../area'

/** The values that a line copies from its article. */
export interface Article {
  id: number
  article_no: string
  name_en: string
  name_zh: string | null
  size_scale_id: number | null
  target_fob?: string | null
  currency?: string | null
  house_brand?: Mention | null
}

/** Searches articles by number or name; options show number, name and brand. */
export function ArticleInput({ prefix, onChoose }: { prefix: string; onChoose: (article: Article | null) => void }) {
  const lines = areaOf(purchaseOrders, 'lines')
  const path = `${prefix}article_id`
  const { field } = useController({ name: path })
  const [typed, setTyped] = useState<string | null>(null)
  const [selected, setSelected] = useState<Article | null>(null)
  const { articles, answered, loading } = useArticles(typed)
  const mention = mentionOf(useRow(prefix), 'article_id')
  const error = useFieldError(path)
  useShownPath(path)
  const label = fieldLabel(lines, 'article_id')
  const { record } = useArticle(selected?.id === field.value ? null : (field.value as number | null))
  const article = selected?.id === field.value ? selected : record
  const title = article?.article_no ?? (mention?.id === field.value ? mentionTitle(mention) : '')
  return (
    <FieldFrame label={label} error={error} hint={article ? nameOf(article) : undefined}>
      {(binding) => (
        <SearchSelect
          {...binding}
          label={label}
          required
          options={articles.map(optionOf)}
          chosen={
            field.value
              ? { value: String(field.value), label: title || '…', picture: <Picture id={field.value} size={24} /> }
              : null
          }
          answered={answered}
          loading={loading}
          invalid={Boolean(error)}
          onSearch={setTyped}
          onBlur={field.onBlur}
          onChoose={(option) => {
            const chosen = articles.find(({ id }) => String(id) === option?.value) ?? null
            setSelected(chosen)
            field.onChange(chosen?.id ?? null)
            onChoose(chosen)
          }}
        />
      )}
    </FieldFrame>
  )
}

/** The article of a line, with its current values. */
export const useArticle = (id: number | null | undefined): { record: Article | undefined } => {
  const { record } = useRecord(areaOf(areaOf(purchaseOrders, 'lines'), 'article_id'), id ?? undefined)
  return { record: record && record.id === id ? (record as unknown as Article) : undefined }
}

const nameOf = ({ name_en, name_zh }: Article) => (language() === 'zh' && name_zh) || name_en

const optionOf = (article: Article): SearchOption => ({
  value: String(article.id),
  label: article.article_no,
  note: [nameOf(article), mentionTitle(article.house_brand)].filter(Boolean).join(' · '),
  picture: <Picture id={article.id} />,
})

/** The thumbnail of an article. */
export const Picture = ({ id, size = 28 }: { id: number; size?: number }) => (
  <Cover area={areaOf(areaOf(purchaseOrders, 'lines'), 'article_id')} id={id} size={size} />
)

/** Up to twenty orderable articles that match the typed text. */
const useArticles = (typed: string | null) => {
  const area = areaOf(areaOf(purchaseOrders, 'lines'), 'article_id')
  const states = areaOf(purchaseOrders, 'lines').fields.article_id?.options.states ?? []
  const q = useDebounced(typed, typed ? 250 : 0)
  const { data, isFetching, isSuccess, isPlaceholderData } = useQuery({
    queryKey: ['search', area.name, q, states],
    queryFn: ({ signal }) =>
      api<Article[]>('GET', area.name, {
        params: { ...(q ? { q } : {}), status_in: states.join(','), _start: '0', _end: '20' },
        signal,
      }),
    enabled: q !== null,
    staleTime: 30_000,
    placeholderData: (before) => before,
  })
  return { articles: data ?? [], answered: isSuccess && !isPlaceholderData ? q : null, loading: isFetching }
}
