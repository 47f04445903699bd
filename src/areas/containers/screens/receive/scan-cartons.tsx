import Box from '@mui/material/Box'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { goodsOf } from '../goods'
import { screenText } from '../texts'
import { type Count, scanCarton } from './count'
import type { Sheet } from './use-count'

/** Adds cartons by code, for scanners that act as a keyboard, and for typing. */
export function ScanCartons({ sheet, count, onChange }: Props) {
  const [code, setCode] = useState('')
  const [message, setMessage] = useState<{ text: string; isFault: boolean } | null>(null)
  const { prefix, rows, record } = sheet
  const scan = () => {
    const text = code.trim()
    setCode('')
    if (!text || !prefix) return
    const scanned = scanCarton(count, { lines: goodsOf(record), rows, prefix }, text)
    if (scanned.result === 'added') {
      onChange(() => scanned.count)
      // Vibrates, where the device supports it.
      navigator.vibrate?.(60)
      return setMessage({
        text: screenText('receive.added', { number: scanned.number, count: scanned.pieces }),
        isFault: false,
      })
    }
    setMessage({
      text:
        scanned.result === 'twice'
          ? screenText('receive.twice', { number: scanned.number })
          : screenText(`receive.${scanned.result}`, { text: text.slice(0, 40) }),
      isFault: true,
    })
  }
  return (
    <Section title={screenText('receive.scan')} help={screenText(prefix ? 'receive.scan_help' : 'receive.no_prefix')}>
      {prefix && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Box
            component="form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              scan()
            }}
            sx={{ maxWidth: 480 }}
          >
            <FieldFrame label={screenText('receive.code')} hint={screenText('receive.code_hint')}>
              {({ id, describedBy }) => (
                <OutlinedInput
                  id={id}
                  fullWidth
                  size="small"
                  value={code}
                  autoComplete="off"
                  onChange={({ target }) => setCode(target.value)}
                  inputProps={{
                    maxLength: 60,
                    inputMode: 'numeric',
                    'aria-describedby': describedBy,
                    enterKeyHint: 'done',
                  }}
                />
              )}
            </FieldFrame>
          </Box>
          <Box
            role={message?.isFault ? 'alert' : 'status'}
            sx={{ minHeight: 20, fontSize: 13, color: message?.isFault ? 'error.main' : 'text.secondary' }}
          >
            {message?.text}
          </Box>
          <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
            {screenText('receive.scanned', { count: count.scanned.length })}
          </Box>
        </Box>
      )}
    </Section>
  )
}

interface Props {
  sheet: Sheet
  count: Count
  onChange: (edit: (count: Count) => Count) => void
}
