import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { register } from '#register'
import { type Area, rowsOf } from '#shared/kit/area.ts'
import { areaName, fieldLabel, t } from '#web/i18n.ts'
import { inSentence } from '#web/kit/page/list-labels.ts'
import { Section } from '#web/kit/page/section.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { EditableRow } from './editable-row'
import { useFieldError } from './field'
import { useFormScope, useShownPath } from './form-scope'
import { positionField, writableFields } from './form-values'
import { RowActions } from './row-actions'
import { alignOf, inputWidth, mainFields } from './row-columns'
import { sectionHelp } from './sections'
import { useRowEdits } from './use-row-edits'

/**
 * The rows of a document as a section of its form. `columns` are the fields that are always visible; the others unfold
 * below a row. So do its nested rows, unless the form edits them elsewhere (`flat`).
 */
export function RowsEditor({ area, name, columns, flat }: RowsEditorProps) {
  const field = area.fields[name]
  const { getValues } = useFormContext()
  const { mayRead, mayWrite } = fieldRights()
  if (field?.kind !== 'rows' || !mayRead(area, name)) return null
  const child = register.get(field.options.to ?? '')
  const hasNestedRows = rowsOf(child).length > 0 && getValues(name)?.length
  if (writableFields(child, mayWrite).length === 0 && !hasNestedRows) return null
  return (
    <Section title={fieldLabel(area, name)} help={sectionHelp(area, name)}>
      <Rows area={area} name={name} columns={columns} flat={flat} prefix="" />
    </Section>
  )
}

interface RowsEditorProps {
  area: Area
  name: string
  columns?: readonly string[]
  flat?: boolean
}

/**
 * Edits rows as a table, as cards on phones, and nested rows. Enter moves to the same field of the next row and adds
 * one at the end; Alt with an arrow moves the row if its order matters. `prefix` is the path of the row that contains
 * the rows (`findings.2.`), empty in the document itself.
 */
export function Rows({ area, name, columns, flat = false, prefix }: RowsEditorProps & { prefix: string }) {
  const path = prefix + name
  const child = register.get(area.fields[name]?.options.to ?? '')
  const { mayEdit } = useFormScope()
  const { mayWrite } = fieldRights()
  const list = useFieldArray({ name: path, keyName: 'key' })
  const { fields } = list
  const isTable = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true })
  const error = useFieldError(path)
  const box = useRef<HTMLDivElement>(null)
  useShownPath(path)
  const position = positionField(child, mayWrite)
  const writable = writableFields(child, mayWrite)
    .map(([name]) => name)
    .filter((name) => name !== position && !child.fields[name]?.options.inPlace)
  const main = (columns ?? mainFields(child, writable)).filter((name) => writable.includes(name))
  const mayAdd = mayEdit(area, path) && writable.length > 0
  const max = Number(area.fields[name]?.options.max ?? 500)

  // On phones the cards of a long list start collapsed, so that a row is found quickly.
  const [collapsible] = useState(() => new Set(isTable || fields.length <= 4 ? [] : fields.map(({ key }) => key)))

  const { addRow, removeRow, moveRow, onKeyDown } = useRowEdits({ path, child, position, list, box, max, mayAdd })
  const rows = fields.map(({ key }, index) => {
    const rowPrefix = `${path}.${index}.`
    return (
      <EditableRow
        key={key}
        area={child}
        prefix={rowPrefix}
        position={index + 1}
        isTable={isTable}
        main={main}
        further={writable.filter((name) => !main.includes(name))}
        isCollapsible={collapsible.has(key)}
        renderRows={flat ? undefined : (nested) => <Rows area={child} name={nested} prefix={rowPrefix} />}
        onKeyDown={(event, column) => onKeyDown(event, index, column)}
        actions={
          mayAdd && (
            <RowActions
              area={child}
              prefix={rowPrefix}
              index={index}
              last={fields.length - 1}
              isOrdered={position !== null}
              onMove={(target) => moveRow(index, target)}
              onRemove={() => removeRow(index)}
            />
          )
        }
      />
    )
  })
  return (
    <Box ref={box}>
      {error && (
        <Box role="alert" sx={{ fontSize: 12, color: 'error.main', mb: 1 }}>
          {error}
        </Box>
      )}
      {fields.length === 0 ? (
        <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 1 }}>{t('kit.rows.none')}</Box>
      ) : isTable ? (
        <RowTable area={child} columns={main} label={fieldLabel(area, name)}>
          {rows}
        </RowTable>
      ) : (
        <Box sx={{ display: 'grid', gap: 1.5 }}>{rows}</Box>
      )}
      {mayAdd && (
        <Button
          data-add
          size="small"
          startIcon={<AddRounded />}
          sx={{ mt: 1, minHeight: { xs: 44, sm: 30 } }}
          disabled={fields.length >= max}
          title={fields.length >= max ? t('kit.rows.at_most', { max }) : undefined}
          onClick={addRow}
        >
          {t('kit.rows.add', { name: inSentence(areaName(child, true)) })}
        </Button>
      )}
    </Box>
  )
}

function RowTable({ area, columns, label, children }: RowTableProps) {
  return (
    <Box sx={{ overflowX: 'auto', mx: -1 }}>
      <Box component="table" sx={tableStyle} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Box
                component="th"
                scope="col"
                key={column}
                sx={{ minWidth: inputWidth(area, column), textAlign: alignOf(area, column) }}
              >
                {fieldLabel(area, column)}
                {area.fields[column]?.required === false && (
                  <Box component="span" sx={{ fontWeight: 400, ml: 0.5 }}>
                    {t('kit.form.optional')}
                  </Box>
                )}
              </Box>
            ))}
            <td />
          </tr>
        </thead>
        {children}
      </Box>
    </Box>
  )
}

interface RowTableProps {
  area: Area
  columns: readonly string[]
  label: string
  children: ReactNode
}

const tableStyle = {
  borderCollapse: 'collapse',
  width: '100%',
  '& th': { fontSize: 12, fontWeight: 600, color: 'text.secondary', px: 1, py: 0.5, whiteSpace: 'nowrap' },
  '& td': { px: 0.5, py: 0.5, verticalAlign: 'top' },
  // Aligns the inputs of the first column with its heading and with the fields above the table.
  '& td:first-of-type:not(:only-child)': { pl: 1 },
  '& tbody + tbody': { borderTop: '1px solid', borderColor: 'divider' },
} as const
