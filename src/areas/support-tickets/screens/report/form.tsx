import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import LinearProgress from '@mui/material/LinearProgress'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useState } from 'react'
import { OptionRow } from '#web/fields/option-row.tsx'
import { t } from '#web/i18n.ts'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { useEntries } from '#web/pages/account/use-entries.ts'
import { HttpError, http } from '#web/providers/http.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { FileDrop } from './file-drop'
import { type Attached, limits, withFiles, withRefusal } from './files'

/** What somebody wants to tell: kind, subject, words, the page it is about, files. */
export const ReportForm = ({ page, onSent, onDirty }: Props) => {
  const [files, setFiles] = useState<readonly Attached[]>([])
  const [filesProblem, setFilesProblem] = useState<string>()
  const [share, setShare] = useState<number | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const form = useEntries({ category: 'bug', subject: '', message: '', page }, async (values) => {
    setFilesProblem(undefined)
    setShare(0)
    try {
      const sent = await send({ ...values, files }, setShare)
      form.clear()
      setFiles([])
      setLeft(new Set())
      onSent(sent.data.ticket_no)
      notify({ tone: 'success', text: sent.message })
    } catch (error) {
      if (error instanceof HttpError && isAboutFiles(error)) {
        const said = error.errors?.files?.[0] ?? error.message
        const { list, at } = withRefusal(files, said)
        setFiles(list)
        setFilesProblem(at ? undefined : said)
      }
      throw error
    } finally {
      setShare(null)
    }
  })
  const { values } = form
  const isDirty = values.subject !== '' || values.message !== '' || files.length > 0
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const leave = (name: string) => () => setLeft((now) => new Set([...now, name]))
  const short = (name: 'subject' | 'message') => values[name].trim().length < shortest[name]
  const problem = (name: 'subject' | 'message') =>
    form.refusal(name) ??
    (left.has(name) && values[name] !== '' && short(name)
      ? t('messages.too_short', { min: shortest[name] })
      : undefined)
  const isReady = !short('subject') && !short('message') && files.every((one) => !one.problem)

  const add = (more: File[]) => {
    const room = limits.files - files.length
    setFilesProblem(more.length > room ? t('members.report.too_many', { files: limits.files }) : undefined)
    setFiles(withFiles(files, more.slice(0, room)))
  }
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('members.report.title')}
      onSubmit={form.onSubmit}
      sx={{ display: 'flex', flexDirection: 'column', gap: 2, maxWidth: 720 }}
    >
      <FieldFrame label={t('members.report.category')}>
        {({ id, labelId }) => (
          <OptionRow
            id={id}
            labelId={labelId}
            label={t('members.report.category')}
            options={['bug', 'question', 'request'].map((value) => ({
              value,
              label: t(`members.report.categories.${value}`),
            }))}
            value={[values.category]}
            onChange={([category]) => category && form.set('category', category)}
          />
        )}
      </FieldFrame>
      <FieldFrame label={t('members.report.subject')} error={problem('subject')}>
        {({ id, describedBy }) => (
          <OutlinedInput
            fullWidth
            size="small"
            id={id}
            name="subject"
            value={values.subject}
            error={problem('subject') !== undefined}
            onChange={(event) => form.set('subject', event.target.value)}
            onBlur={leave('subject')}
            inputProps={{ maxLength: 200, 'aria-describedby': describedBy }}
          />
        )}
      </FieldFrame>
      <FieldFrame
        label={t('members.report.message')}
        hint={t(`members.report.hints.${values.category}`)}
        error={problem('message')}
      >
        {({ id, describedBy }) => (
          <OutlinedInput
            fullWidth
            multiline
            minRows={5}
            maxRows={16}
            id={id}
            name="message"
            value={values.message}
            error={problem('message') !== undefined}
            onChange={(event) => form.set('message', event.target.value)}
            onBlur={leave('message')}
            inputProps={{ maxLength: 5000, 'aria-describedby': describedBy }}
          />
        )}
      </FieldFrame>
      <FieldFrame
        label={t('members.report.page')}
        optional
        hint={t('members.report.page_hint')}
        error={form.refusal('page')}
      >
        {({ id, describedBy }) => (
          <OutlinedInput
            fullWidth
            size="small"
            id={id}
            name="page"
            value={values.page}
            error={form.refusal('page') !== undefined}
            onChange={(event) => form.set('page', event.target.value)}
            inputProps={{ maxLength: 500, spellCheck: false, 'aria-describedby': describedBy }}
          />
        )}
      </FieldFrame>
      <FileDrop
        list={files}
        busy={form.busy}
        problem={filesProblem}
        onAdd={add}
        onRemove={(id) => {
          setFilesProblem(undefined)
          setFiles((now) => now.filter((one) => one.id !== id))
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Button type="submit" variant="contained" disabled={!isReady || form.busy} aria-busy={form.busy}>
          {t(form.busy ? 'members.report.sending' : 'members.report.submit')}
        </Button>
        {share !== null ? (
          <LinearProgress
            aria-label={t('members.report.sending')}
            variant={share < 1 ? 'determinate' : 'indeterminate'}
            value={share * 100}
            sx={{ flex: 1, maxWidth: 240 }}
          />
        ) : (
          <FormHelperText sx={{ m: 0 }}>{t('members.report.browser')}</FormHelperText>
        )}
      </Box>
    </Box>
  )
}

interface Props {
  /** The page that the person came from, as the address without the site. */
  page: string
  onSent: (ticketNo: string) => void
  /** Told whether something is typed that is not sent. */
  onDirty: (isDirty: boolean) => void
}

interface Report {
  category: string
  subject: string
  message: string
  page: string
  files: readonly Attached[]
}

/** Characters that the server wants at least. */
const shortest = { subject: 3, message: 10 }

const isAboutFiles = ({ statusCode, code, errors }: HttpError) =>
  errors?.files !== undefined || [413, 415].includes(statusCode) || code === 'empty_file'

const send = async ({ files, ...texts }: Report, onShare: (share: number) => void) => {
  const body = new FormData()
  for (const [name, text] of Object.entries(texts)) if (text.trim()) body.append(name, text.trim())
  for (const { file } of files) body.append('files', file)
  const { data } = await http.post<{ message: string; data: { ticket_no: string } }>('/api/help-support', body, {
    // Fifty megabytes on a factory's line take their time.
    timeout: 0,
    onUploadProgress: ({ loaded, total }) => onShare(total ? loaded / total : 0),
  })
  return data
}
