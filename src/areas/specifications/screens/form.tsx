import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'
import { MeasureTable } from './measures/measure-table'
import { foreignFields, neededFields, sectionsFor } from './sections'

/** The form of a specification: the fields of its type, and for measures the table. */
export function Form({ area }: { area: Area }) {
  return (
    <AreaForm area={area} wide>
      {(record) => <FactsOfType area={area} record={record} />}
    </AreaForm>
  )
}

function FactsOfType({ area, record }: { area: Area; record: AnyRecord | undefined }) {
  const [type, scope] = useWatch({ name: ['spec_type', 'applies_to'] }) as unknown[]
  useClearForeignFields(type, scope)
  useArticleSizes(type)
  const sections = sectionsFor(type, scope)
  const needed = neededFields(type, scope)
  const at = sections.findIndex(({ name }) => name === 'measurement') + 1
  if (at === 0) return <FormSections area={area} sections={sections} needed={needed} />
  return (
    <>
      <FormSections area={area} sections={sections.slice(0, at)} needed={needed} />
      <MeasureTable record={record} />
      <FormSections area={area} sections={sections.slice(at)} />
    </>
  )
}

/**
 * Clears values that were entered for another type or scope: their fields are hidden, so errors in them could not be
 * seen.
 */
const useClearForeignFields = (type: unknown, scope: unknown) => {
  const { getValues, setValue } = useFormContext()
  useEffect(() => {
    for (const name of foreignFields(type, scope)) {
      const value: unknown = getValues(name)
      const isEmpty = value === null || value === undefined || value === '' || value === false
      if (isEmpty || (Array.isArray(value) && value.length === 0)) continue
      setValue(name, Array.isArray(value) ? [] : typeof value === 'boolean' ? false : null, { shouldDirty: true })
    }
  }, [type, scope, getValues, setValue])
}

/** Measures of an article default to the article's size scale and base size. */
const useArticleSizes = (type: unknown) => {
  const { getValues, setValue } = useFormContext()
  const id: unknown = useWatch({ name: 'article_id' })
  const isNeeded = type === 'measurement' && typeof id === 'number' && !getValues('size_scale_id')
  const { data: article } = useQuery({
    queryKey: ['articles', 'sizes', id],
    queryFn: ({ signal }) => api<SizedArticle>('GET', `${areaNamed('articles').name}/${id}`, { signal }),
    enabled: isNeeded,
    staleTime: 60_000,
  })
  useEffect(() => {
    if (!article?.size_scale_id || article.id !== id || getValues('size_scale_id')) return
    setValue('size_scale_id', article.size_scale_id, { shouldDirty: true })
    setValue('base_size_id', article.base_size_id, { shouldDirty: true })
  }, [article, id, getValues, setValue])
}

interface SizedArticle {
  id: number
  size_scale_id: number | null
  base_size_id: number | null
}
