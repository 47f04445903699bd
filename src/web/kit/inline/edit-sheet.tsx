import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import { useId } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { titleOf } from '#web/fields/titles.ts'
import { t } from '#web/i18n.ts'
import { keepingEntries } from '#web/kit/form/keeps-entries.ts'
import { EditFields } from './edit-fields'
import { useRecordEdit } from './use-record-edit'

/** Edits a few fields of a record in a bottom sheet, for phones. */
export function EditSheet({ area, record, names, onClose }: Props) {
  const edit = useRecordEdit(area, record, names)
  const titleId = useId()
  const save = async () => {
    if (await edit.save()) onClose()
  }
  return (
    <Drawer
      open
      anchor="bottom"
      onClose={edit.busy ? undefined : keepingEntries(() => edit.isChanged, onClose)}
      PaperProps={{
        role: 'dialog',
        'aria-modal': true,
        'aria-labelledby': titleId,
        sx: { borderTopLeftRadius: 12, borderTopRightRadius: 12, maxWidth: 640, mx: 'auto', maxHeight: '90%' },
      }}
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        sx={{ p: 2, pb: 'max(16px, env(safe-area-inset-bottom))' }}
      >
        <Box component="h2" id={titleId} sx={{ m: 0, mb: 1.5, fontSize: 16, fontWeight: 600 }}>
          {titleOf(area, record)}
        </Box>
        <EditFields area={area} record={record} edit={edit} hints />
        <Box sx={{ display: 'flex', gap: 1, mt: 2, '& > *': { flex: { xs: 1, sm: 'none' }, minHeight: 44 } }}>
          <Button onClick={onClose} disabled={edit.busy}>
            {t('kit.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={edit.busy || !edit.isChanged}>
            {edit.busy ? t('kit.form.saving') : t('kit.inline.save')}
          </Button>
        </Box>
      </Box>
    </Drawer>
  )
}

interface Props {
  area: Area
  record: AnyRecord
  names: readonly string[]
  onClose: () => void
}
