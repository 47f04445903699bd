import { t } from '#web/i18n.ts'
import type { FieldKind } from './field-kind'

/** Rows of a document: edited by the rows editor and shown as a table; elsewhere shown as their number. */
export const rows: FieldKind = {
  Input: () => null,
  format: (value) => (Array.isArray(value) ? t('kit.rows.count', { count: value.length }) : ''),
  operators: [],
  align: 'left',
  width: 96,
  wide: true,
}
