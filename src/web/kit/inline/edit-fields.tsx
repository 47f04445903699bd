import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { titleOf } from '#web/fields/titles.ts'
import { fieldHint, fieldLabel, t } from '#web/i18n.ts'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import type { RecordEdit } from './use-record-edit'

/** The inputs of an edit with labels and errors. */
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
    </Stack>
  )
}

interface Props {
  area: Area
  record: AnyRecord
  edit: RecordEdit
  /** Show the help text of each field. */
  hints?: boolean
  /** Called when a record was selected in a field, which completes it. */
  onChoose?: (name: string, value: unknown) => void
}
