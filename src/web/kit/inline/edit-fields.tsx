import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { type AnyRecord, type Area, columnsOf } from '#shared/kit/area.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { titleOf } from '#web/fields/titles.ts'
import { fieldHint, fieldLabel, t } from '#web/i18n.ts'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { formatValue } from '#web/kit/page/cell.tsx'
import type { RecordEdit } from './use-record-edit'

/** The inputs of an edit with labels and errors, and the other person's changes after a conflict. */
export function EditFields({ area, record, edit, hints, onChoose }: Props) {
  return (
    <Stack spacing={1.5}>
      {edit.names.map((name) => {
        const field = area.fields[name]
        if (!field) return null
        const { Input } = fieldKinds[field.kind]
        const message = edit.messages[name]
        return (
          <FieldFrame
            key={name}
            label={fieldLabel(area, name)}
            error={message}
            hint={hints ? fieldHint(area, name) : undefined}
          >
            {({ labelId, ...binding }) => (
              <Input
                {...binding}
                area={area}
                name={name}
                field={field}
                record={record}
                label={t('kit.inline.label', { field: fieldLabel(area, name), title: titleOf(area, record) })}
                value={edit.valueOf(name)}
                invalid={message !== undefined}
                onChange={(value) => {
                  edit.set(name, value)
                  if (field.kind === 'reference') onChoose?.(name, value)
                }}
              />
            )}
          </FieldFrame>
        )
      })}
      {edit.messages[''] && (
        <Box role="alert" sx={{ fontSize: 12, lineHeight: '16px', color: 'error.main' }}>
          {edit.messages['']}
        </Box>
      )}
      {edit.overtaken && <SavedMeanwhile area={area} before={edit.overtaken} after={record} />}
    </Stack>
  )
}

/** The fields of a record that another person has changed, with their current values. */
function SavedMeanwhile({ area, before, after }: { area: Area; before: AnyRecord; after: AnyRecord }) {
  const names = columnsOf(area)
    .map(([name]) => name)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (names.length === 0) return null
  return (
    <Box role="group" aria-label={t('kit.inline.changed_meanwhile')} sx={{ fontSize: 13 }}>
      <Box sx={{ fontWeight: 600, mb: 0.5 }}>{t('kit.inline.changed_meanwhile')}</Box>
      {names.map((name) => (
        <Box key={name}>
          {fieldLabel(area, name)}
          {t('kit.colon')}
          {formatValue(area, name, after) || t('kit.history.empty')}
        </Box>
      ))}
    </Box>
  )
}

interface Props {
  area: Area
  record: AnyRecord
  edit: RecordEdit
  /** Whether to show the help text of each field. */
  hints?: boolean
  /** Called when a record is selected in a reference field. */
  onChoose?: (name: string, value: unknown) => void
}
