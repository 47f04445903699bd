import { useEffect } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { t } from '#web/i18n.ts'
import { useFormScope } from '#web/kit/form/form-scope.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { articles } from '../area'
import { type Colourway, colourwaysOf, type SkuRow } from '../rules'
import { columnsOf, useScaleSizes } from './sizes'
import { SkuMatrix } from './sku-matrix'
import { faultKey } from './sku-table'

/** The SKU matrix of an article, read-only. */
export function SkuSection({ record }: { record: Readonly<Record<string, unknown>> }) {
  const colourways = colourwaysOf(record)
  const sizes = columnsOf(useScaleSizes(record.size_scale_id as number | null), colourways)
  return (
    <Section title={t('site.skus.title')}>
      <SkuMatrix colourways={colourways} sizes={sizes} />
    </Section>
  )
}

/** The matrix within the article's form: its SKUs are rows of the form's colourways. */
export function SkuEditor() {
  const { setValue, clearErrors } = useFormContext()
  const [rows, scale] = useWatch({ name: ['colourways', 'size_scale_id'] })
  const { record } = useFormScope()
  const colourways = colourwaysOf({ colourways: rows ?? [] })
  const sizes = columnsOf(useScaleSizes(scale), withTitles(colourways, colourwaysOf(record)))
  const faults = useSkuFaults(colourways)
  const mayEdit = fieldRights().mayWrite(areaOf(areaOf(articles, 'colourways'), 'skus'), 'active')
  const change = (row: number, skus: SkuRow[]) => {
    setValue(`colourways.${row}.skus`, skus.map(bare), { shouldDirty: true })
    clearErrors(`colourways.${row}.skus`)
  }
  return (
    <Section title={t('site.skus.title')} help={t('site.skus.help.use')}>
      <SkuMatrix colourways={colourways} sizes={sizes} faults={faults} onChange={mayEdit ? change : undefined} />
    </Section>
  )
}

/** The fields of a SKU that a form sends. */
const bare = ({ id, size_id, sku, gtin, active }: SkuRow): SkuRow => ({
  ...(id === undefined ? {} : { id }),
  size_id,
  sku: sku ?? null,
  gtin: gtin ?? null,
  active,
})

/** Adds the titles of the loaded record, which the form's values lack. */
const withTitles = (colourways: readonly Colourway[], loaded: readonly Colourway[]): Colourway[] => {
  const skusBySize = new Map(loaded.flatMap(({ skus }) => skus).map((row) => [row.size_id, row]))
  return colourways.map((colourway) => ({
    ...colourway,
    skus: colourway.skus.map((row) => ({ ...skusBySize.get(row.size_id), ...row })),
  }))
}

/** The server's errors of SKUs by matrix cell; they are shown here. */
const useSkuFaults = (colourways: readonly Colourway[]) => {
  const { shown } = useFormScope()
  const { errors } = useFormState({ name: 'colourways' })
  const paths = colourways.flatMap(({ skus }, row) =>
    skus.flatMap((_, index) => fields.map((name) => `colourways.${row}.skus.${index}.${name}`)),
  )
  const all = paths.join(' ')
  useEffect(() => {
    const messages = all.split(' ')
    for (const path of messages) shown.add(path)
    return () => {
      for (const path of messages) shown.delete(path)
    }
  }, [shown, all])
  const rowErrors = errors.colourways as unknown as (RowErrors | undefined)[] | undefined
  return new Map(
    colourways.flatMap(({ skus }, row) =>
      skus.flatMap(({ size_id }, index) =>
        fields.flatMap((name): [string, string][] => {
          const message = rowErrors?.[row]?.skus?.[index]?.[name]?.message
          return message ? [[faultKey(row, size_id, name), message]] : []
        }),
      ),
    ),
  )
}
interface RowErrors {
  skus?: (Partial<Record<(typeof fields)[number], { message?: string }>> | undefined)[]
}
const fields = ['gtin', 'sku'] as const
