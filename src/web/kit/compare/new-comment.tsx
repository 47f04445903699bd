import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type FormEvent, useId, useState } from 'react'
import type { Point } from '#shared/base/picture-view.ts'
import type { Pin } from '#shared/kit/wire/pin.ts'
import { OptionRow } from '#web/fields/option-row.tsx'
import { t } from '#web/i18n.ts'
import type { Pins } from './pins-data'

/**
 * The form of a new comment at a point of the picture; `onDone` receives the id of its pin, or nothing when cancelled.
 */
export const NewComment = ({ at, page, house, defaultVisibility, pins, onDone }: NewCommentProps) => {
  const id = useId()
  const [body, setBody] = useState('')
  const [visibility, setVisibility] = useState<Pin['visibility']>(defaultVisibility)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const text = body.trim()
    if (!text) return
    const currentPins = await pins.add({ page, ...at, body: text, ...(house ? { visibility } : {}) })
    if (currentPins) onDone(Math.max(...currentPins.map((pin) => pin.id)))
  }
  return (
    <Box
      component="form"
      onSubmit={save}
      sx={{ display: 'grid', gap: 1, p: 1.5, borderRadius: 1, bgcolor: 'action.hover' }}
    >
      <OutlinedInput
        autoFocus
        multiline
        minRows={2}
        maxRows={8}
        size="small"
        value={body}
        onChange={({ target }) => setBody(target.value)}
        placeholder={t('compare.pins.placeholder')}
        inputProps={{ 'aria-label': t('compare.pins.comment'), maxLength: 2000 }}
        sx={{ fontSize: 13, bgcolor: 'background.paper' }}
      />
      {house && (
        <>
          <Box id={`${id}-label`} sx={{ fontSize: 12, color: 'text.secondary' }}>
            {t('compare.pins.for')}
          </Box>
          <OptionRow
            id={id}
            labelId={`${id}-label`}
            label={t('compare.pins.for')}
            options={(['internal', 'shared'] as const).map((audience) => ({
              value: audience,
              label: t(`files.visibility.${audience}`),
            }))}
            value={[visibility]}
            onChange={([choice]) => choice && setVisibility(choice as Pin['visibility'])}
          />
        </>
      )}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="outlined" disabled={pins.busy || body.trim() === ''}>
          {t('compare.pins.save')}
        </Button>
        <Button onClick={() => onDone()}>{t('kit.cancel')}</Button>
      </Box>
    </Box>
  )
}

interface NewCommentProps {
  at: Point
  page: number
  /** Whether the person may choose who reads the comment. */
  house: boolean
  defaultVisibility: Pin['visibility']
  pins: Pins
  onDone: (pin?: number) => void
}
