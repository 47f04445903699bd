import type { GridColDef } from '@mui/x-data-grid'
import { Link } from 'react-router'
import { type AnyRecord, type Area, allFields } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import type { FieldContext } from '#web/fields/field-kind.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { mentionOf, titleOf } from '#web/fields/titles.ts'
import { choiceLabel, fieldLabel, stateLabel } from '#web/i18n.ts'
import { titleHeading } from '#web/kit/page/list-labels.ts'
import { StatusChip } from '#web/kit/page/status-chip.tsx'

/** A grid column of the default type; the bundle contains no other column types (`omitted/grid-column-types.ts`). */
export type AreaColumn = GridColDef<AnyRecord> & { type?: 'string' }

/**
 * Grid columns of these fields. The first is the record's name with its link; cells are plain formatted text if
 * possible, because a component per cell makes a grid slow.
 */
export const gridColumns = (area: Area, ...names: string[]): AreaColumn[] =>
  names.map((name, index) => {
    const column = columnOf(area, name, names.includes('currency'))
    const titledColumn = isInBothLanguages(area, name, names) ? { ...column, headerName: titleHeading(area) } : column
    return index === 0 && area.path ? linked(area, titledColumn, names) : titledColumn
  })

const columnOf = (area: Area, name: string, saysCurrency: boolean): AreaColumn => {
  const field = allFields(area)[name]
  if (!field)
    throw new Error(`Grid column "${name}": area "${area.name}" has no such field. Check the columns of its list.`)
  const kind = fieldKinds[field.kind]
  const width = isAddress(field) ? addressWidth : Math.max(kind.width, choiceWidth(area, name, field))
  const contextOf = (record: AnyRecord): FieldContext => ({
    area,
    name,
    field,
    record,
    ...(saysCurrency ? { currency: null } : {}),
  })
  return {
    field: name,
    headerName: fieldLabel(area, name),
    width: Math.max(width, headerWidth(fieldLabel(area, name))),
    ...(name !== 'status' && mayBeLong(field) ? { flex: width } : {}),
    align: kind.align,
    headerAlign: kind.align,
    sortable: field.options.sort === true,
    valueFormatter: (_value: unknown, record: AnyRecord) => kind.format(record[name], contextOf(record)),
    ...(name === 'status'
      ? {
          width: statusWidth(area),
          display: 'flex' as const,
          renderCell: ({ row }) => (row.status ? <StatusChip area={area} status={row.status} /> : null),
        }
      : {}),
  }
}

const linked = (area: Area, column: AreaColumn, names: readonly string[]): AreaColumn => ({
  ...column,
  width: Math.max(column.width ?? 0, column.flex ? 220 : 180),
  ...(column.flex ? { flex: column.flex * 2 } : {}),
  hideable: false,
  display: 'flex',
  renderCell: ({ row, formattedValue, tabIndex }) => {
    // A list that leads with a reference (the order of a line) still links the record itself.
    const shownText = isInBothLanguages(area, column.field, names) ? '' : formattedValue
    const name = mentionOf(row, column.field) ? String(formattedValue) : String(shownText || titleOf(area, row))
    return (
      <Link to={`${area.path}/${row.id}`} tabIndex={tabIndex} title={name}>
        <span>{name}</span>
      </Link>
    )
  },
})

/** Whether the column shows a title that exists in both languages, and no other column shows the second one. */
const isInBothLanguages = (area: Area, name: string, names: readonly string[]) =>
  name === area.title && area.titleZh !== undefined && !names.includes(area.titleZh)

/** Whether values may need more width: such columns share the remaining width. */
const mayBeLong = ({ kind, options }: Field) =>
  kind === 'text' ? Number(options.max ?? 255) > 40 : ['long_text', 'reference', 'choices', 'choice'].includes(kind)

/** An e-mail address cannot wrap, and is useless when cut. */
const isAddress = ({ options }: Field) => options.pattern?.test('someone@company.example') === true
const addressWidth = 224

/** Width of the longest choice at 13px/400 with paddings; labels as long as a sentence are cut. */
const choiceWidth = (area: Area, name: string, { kind, options }: Field) =>
  kind === 'choice'
    ? Math.min(200, 22 + Math.max(...(options.values ?? []).map((value) => textWidth(choiceLabel(area, name, value)))))
    : 0

/** Width of the longest state's chip with its icon. */
const statusWidth = (area: Area) =>
  Math.max(148, ...Object.keys(area.lifecycle?.states ?? {}).map((state) => 58 + textWidth(stateLabel(area, state))))

/** Width of the label at 12px/600 with the sort arrow. */
const headerWidth = (label: string) => Math.min(220, 32 + textWidth(label))

/** Estimated width at 12px/600, rounded up; a Han character is as wide as it is high. */
const textWidth = (text: string) =>
  [...text].reduce((width, letter) => width + (letter.charCodeAt(0) > 0x2e80 ? 12.5 : 6.9), 0)
