import { t } from '#web/i18n.ts'
import type { FieldKind } from './field-kind'

/** The rows of a document. The rows editor and the rows table render them; elsewhere their number is shown. */
export const rows: FieldKind = {
  Input: () => null,
  format: (value) => (Array.isArray(value) ? t('kit.rows.count', { count: value.length }) : ''),
  operators: [],
  align: 'left',
  width: 96,
  wide: true,
}
