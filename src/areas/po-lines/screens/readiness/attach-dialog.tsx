import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import Stack from '@mui/material/Stack'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { attachmentLimits } from '#shared/kit/attachments.ts'
import { requiredAttachmentKinds } from '#shared/trade/line-attachments.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { t } from '#web/i18n.ts'
import { DropArea } from '#web/kit/files/drop-area.tsx'
import { sizeText } from '#web/kit/files/file-size.ts'
import { acceptedBy, problemOf, sendFile } from '#web/kit/files/queue.ts'
import { Ways } from '#web/kit/files/ways.tsx'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { Problems } from '#web/kit/form/problems.tsx'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { poLines } from '../../area'
import { attachmentNames } from '../needs'
import { screenText } from '../texts'

/** A line that receives the file, with its missing documents. */
export interface LineToAttach {
  id: number
  missing: readonly string[]
}

/** Attaches a file as a kind of document to all lines or to none. */
export function AttachDialog({ lines: chosen, onDone, onClose }: Props) {
  const titleId = useId()
  const refresh = useRefresh()
  const limits = attachmentLimits(areaNamed(poLines.name))
  // Fixed on opening, because the matrix behind the dialog continues to update.
  const [lines] = useState(chosen)
  const kinds = useMemo(() => kindsFor(lines), [lines])
  const [kind, setKind] = useState(kinds[0]?.kind ?? '')
  const [file, setFile] = useState<File | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const problem = file ? problemOf(limits, file) : undefined
  const isSending = percent !== null
  // The same key for the same request, so that a retry does not attach the file twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file or document is another request
  const key = useMemo(freshKey, [file, kind])
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])
  const send = async () => {
    if (!file) return
    control.current = new AbortController()
    setError(null)
    setPercent(0)
    try {
      const ids = lines.map(({ id }) => id)
      const answer = await sendFile<{ lines: number[] }>(
        {
          path: `/api/${poLines.name}/attach`,
          field: 'file',
          fields: { lines: ids.join(), kind },
          key,
          area: areaNamed(poLines.name),
          record: ids[0] ?? 0,
        },
        file,
        control.current.signal,
        ({ progress }) => setPercent(progress ?? 0),
      )
      await refresh()
      notify({
        tone: 'success',
        text: screenText('readiness.attach.done', {
          count: answer.lines.length,
          document: attachmentNames([kind]),
        }),
      })
      onDone()
      onClose()
    } catch (failure) {
      if (control.current?.signal.aborted) return
      setError(failure)
      setPercent(null)
    }
  }
  return (
    <Dialog open onClose={isSending ? undefined : onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{screenText('readiness.attach.title')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Problems error={error} lines={[]} />
          <FieldFrame label={screenText('readiness.attach.document')}>
            {({ id }) => (
              <NativeSelect
                fullWidth
                disabled={isSending}
                input={<OutlinedInput size="small" />}
                inputProps={{ id }}
                value={kind}
                onChange={(event) => setKind(event.target.value as typeof kind)}
              >
                {kinds.map(({ kind, missing }) => (
                  <option key={kind} value={kind}>
                    {missing > 0
                      ? screenText('readiness.attach.missing', { document: attachmentNames([kind]), count: missing })
                      : attachmentNames([kind])}
                  </option>
                ))}
              </NativeSelect>
            )}
          </FieldFrame>
          <Choice
            file={file}
            problem={problem}
            accepted={acceptedBy(limits)}
            percent={percent}
            onChoose={isSending ? undefined : setFile}
          />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>{t('kit.cancel')}</Button>
        <Button variant="contained" onClick={send} disabled={!file || problem !== undefined || isSending}>
          {isSending ? t('kit.working') : screenText('readiness.attach.action', { count: lines.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface Props {
  lines: readonly LineToAttach[]
  /** Called after the file was attached. */
  onDone: () => void
  onClose: () => void
}

/** Chooses the file by picker, by drop or by camera. */
function Choice({ file, problem, accepted, percent, onChoose }: ChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = ([first]: readonly File[]) => {
    if (first) onChoose?.(first)
  }
  const label = screenText('readiness.attach.file')
  return (
    <DropArea label={label} {...(onChoose && { onFiles: choose })}>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        aria-label={label}
        onChange={(event) => {
          choose([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1 }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0, fontSize: 13, overflowWrap: 'anywhere' }}>
          {file?.name}{' '}
          <Box component="span" role="status" sx={{ color: 'text.secondary' }}>
            {file && (percent === null ? sizeText(file.size) : t('files.percent', { percent }))}
          </Box>
          {problem && (
            <Box role="alert" sx={{ fontSize: 12, color: 'error.main' }}>
              {problem}
            </Box>
          )}
        </Box>
        {onChoose && (
          <Ways
            label={screenText(file ? 'readiness.attach.choose_other' : 'readiness.attach.choose')}
            onChoose={() => input.current?.click()}
            onFiles={choose}
          />
        )}
      </Box>
    </DropArea>
  )
}

interface ChoiceProps {
  file: File | null
  /** Why the file is not accepted. */
  problem: string | undefined
  accepted: string
  /** The upload progress; null before the upload. */
  percent: number | null
  /** Absent during the upload. */
  onChoose: ((file: File) => void) | undefined
}

/** The documents that a line may need, those missing on most of the lines first. */
const kindsFor = (lines: readonly LineToAttach[]) =>
  requiredAttachmentKinds
    .map((kind) => ({ kind, missing: lines.filter(({ missing }) => missing.includes(kind)).length }))
    .sort((a, b) => b.missing - a.missing)
