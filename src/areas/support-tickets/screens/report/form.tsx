import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import LinearProgress from '@mui/material/LinearProgress'
import OutlinedInput from '@mui/material/OutlinedInput'
import { OptionRow } from '#web/fields/option-row.tsx'
import { t } from '#web/i18n.ts'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { FileDrop } from './file-drop'
import { type ReportProps, useReport } from './use-report'

/** The form of a report about a bug, question or request: kind, subject, message, page and files. */
export const ReportForm = (props: ReportProps) => {
  const report = useReport(props)
  const { form } = report
  const { values } = form
  const checksOf = (name: 'subject' | 'message') => ({
    error: report.problemOf(name),
    onBlur: report.markLeft(name),
  })
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('members.report.title')}
      onSubmit={form.onSubmit}
      sx={{ display: 'flex', flexDirection: 'column', gap: 2, maxWidth: 720 }}
    >
      <CategoryField form={form} />
      <TextField form={form} name="subject" label={t('members.report.subject')} limit={200} {...checksOf('subject')} />
      <TextField
        form={form}
        name="message"
        label={t('members.report.message')}
        hint={t(`members.report.hints.${values.category}`)}
        limit={5000}
        isLong
        {...checksOf('message')}
      />
      <TextField
        form={form}
        name="page"
        label={t('members.report.page')}
        hint={t('members.report.page_hint')}
        optional
        limit={500}
        error={form.refusal('page')}
      />
      <FileDrop
        list={report.files}
        busy={form.busy}
        problem={report.filesProblem}
        onAdd={report.addFiles}
        onRemove={report.removeFile}
      />
      <SendBar report={report} />
    </Box>
  )
}

type Report = ReturnType<typeof useReport>

const CategoryField = ({ form }: Pick<Report, 'form'>) => (
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
        value={[form.values.category]}
        onChange={([category]) => category && form.set('category', category)}
      />
    )}
  </FieldFrame>
)

const TextField = ({ form, name, label, hint, optional, limit, isLong, error, onBlur }: TextFieldProps) => (
  <FieldFrame label={label} hint={hint} optional={optional} error={error}>
    {({ id, describedBy }) => (
      <OutlinedInput
        fullWidth
        {...(isLong ? { multiline: true, minRows: 5, maxRows: 16 } : { size: 'small' })}
        id={id}
        name={name}
        value={form.values[name]}
        error={error !== undefined}
        onChange={(event) => form.set(name, event.target.value)}
        onBlur={onBlur}
        inputProps={{
          maxLength: limit,
          'aria-describedby': describedBy,
          ...(name === 'page' ? { spellCheck: false } : {}),
        }}
      />
    )}
  </FieldFrame>
)

interface TextFieldProps extends Pick<Report, 'form'> {
  name: 'subject' | 'message' | 'page'
  label: string
  hint?: string
  optional?: boolean
  /** Maximum number of characters. */
  limit: number
  isLong?: boolean
  error: string | undefined
  onBlur?: () => void
}

const SendBar = ({ report }: { report: Report }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
    <Button
      type="submit"
      variant="contained"
      disabled={!report.isReady || report.form.busy}
      aria-busy={report.form.busy}
    >
      {t(report.form.busy ? 'members.report.sending' : 'members.report.submit')}
    </Button>
    {report.share !== null ? (
      <LinearProgress
        aria-label={t('members.report.sending')}
        variant={report.share < 1 ? 'determinate' : 'indeterminate'}
        value={report.share * 100}
        sx={{ flex: 1, maxWidth: 240 }}
      />
    ) : (
      <FormHelperText sx={{ m: 0 }}>{t('members.report.browser')}</FormHelperText>
    )}
  </Box>
)
