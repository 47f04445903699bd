import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import Stack from '@mui/material/Stack'
import { type FormEvent, useId, useState } from 'react'
import { attachmentKinds } from '#shared/kit/attachments.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { t } from '#web/i18n.ts'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { Problems } from '#web/kit/form/problems.tsx'
import { api } from '#web/providers/http.ts'
import { notify } from '#web/shell/messages/messages.ts'

/** The dialog to edit name, description and kind of a file. */
export const EditFile = ({ file, onAnswer, onClose }: Props) => {
  const titleId = useId()
  const [values, setValues] = useState({
    name: file.name,
    description: file.description ?? '',
    kind: file.kind ?? '',
  })
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setRefusal(null)
    try {
      const body = { name: values.name, description: values.description || null, kind: values.kind || null }
      onAnswer(await api<Attachment[]>('PATCH', `files/${file.id}`, { body }))
      notify({ tone: 'success', text: t('files.changed', { name: values.name.trim() }) })
      onClose()
    } catch (error) {
      setRefusal(error)
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={busy ? undefined : onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <form noValidate onSubmit={save}>
        <DialogTitle id={titleId}>{t('files.edit_title')}</DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            <Problems error={refusal} lines={[]} />
            <FieldFrame label={t('files.name')}>
              {({ id }) => (
                <OutlinedInput
                  autoFocus
                  fullWidth
                  size="small"
                  id={id}
                  value={values.name}
                  onChange={set('name')}
                  inputProps={{ maxLength: 200 }}
                />
              )}
            </FieldFrame>
            <FieldFrame label={t('files.kind')} optional>
              {({ id }) => (
                <NativeSelect
                  fullWidth
                  input={<OutlinedInput size="small" />}
                  inputProps={{ id }}
                  value={values.kind}
                  onChange={set('kind')}
                >
                  <option value="">{t('files.no_kind')}</option>
                  {attachmentKinds.map((kind) => (
                    <option key={kind} value={kind}>
                      {t(`files.kinds.${kind}`)}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </FieldFrame>
            <FieldFrame label={t('files.description')} optional>
              {({ id }) => (
                <OutlinedInput
                  fullWidth
                  multiline
                  minRows={2}
                  maxRows={6}
                  id={id}
                  value={values.description}
                  onChange={set('description')}
                  inputProps={{ maxLength: 500 }}
                />
              )}
            </FieldFrame>
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose} disabled={busy}>
            {t('kit.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={busy || values.name.trim() === ''}>
            {busy ? t('kit.working') : t('files.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface Props {
  file: Attachment
  onAnswer: (files: Attachment[]) => void
  onClose: () => void
}
