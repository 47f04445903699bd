import Box from '@mui/material/Box'
import OutlinedInput from '@mui/material/OutlinedInput'
import { countDigits } from '#shared/delimited/typed-number.ts'
import { format } from '#web/i18n.ts'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { type GoodsLine, lineName } from '../goods'
import { screenText } from '../texts'
import { type Count, typeIn } from './count'

/** Counts one line: received and damaged pieces by size, cartons, and a remark. */
export function CountedLine({ line, count, blind, onChange }: Props) {
  const name = lineName(line)
  return (
    <Section title={name} {...(line.supplier && { help: line.supplier.title })}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Box sx={grid(blind)}>
          <Head blind={blind} />
          {line.sizes.map((size) => {
            const label = size.size?.title ?? screenText('no_size')
            return (
              <Box key={size.id} sx={{ display: 'contents' }}>
                <Box sx={{ fontSize: 13, fontWeight: 500 }}>{label}</Box>
                {!blind && (
                  <Box className="tabular" sx={{ fontSize: 13, textAlign: 'right' }}>
                    {format.number(size.expected_qty)}
                  </Box>
                )}
                <Figure
                  label={screenText('receive.received_of', { line: name, size: label })}
                  value={count.received[size.id]}
                  onChange={(value) => onChange((now) => typeIn(now, 'received', size.id, value))}
                />
                <Figure
                  label={screenText('receive.damaged_of', { line: name, size: label })}
                  value={count.damaged[size.id]}
                  isWrong={(count.damaged[size.id] ?? 0) > (count.received[size.id] ?? 0)}
                  onChange={(value) => onChange((now) => typeIn(now, 'damaged', size.id, value))}
                />
              </Box>
            )
          })}
          <Box sx={{ fontSize: 13 }}>{screenText('receive.cartons')}</Box>
          {!blind && (
            <Box className="tabular" sx={{ fontSize: 13, textAlign: 'right' }}>
              {format.number(line.expected_cartons)}
            </Box>
          )}
          <Figure
            label={screenText('receive.cartons_of', { line: name })}
            value={count.cartons[line.id]}
            onChange={(value) => onChange((now) => typeIn(now, 'cartons', line.id, value))}
          />
        </Box>
        <FieldFrame label={screenText('receive.remark_of')} optional>
          {({ id }) => (
            <OutlinedInput
              id={id}
              fullWidth
              multiline
              size="small"
              value={count.remarks[line.id] ?? ''}
              onChange={({ target }) =>
                onChange((now) => ({ ...now, remarks: { ...now.remarks, [line.id]: target.value } }))
              }
              inputProps={{ maxLength: 1000 }}
            />
          )}
        </FieldFrame>
      </Box>
    </Section>
  )
}

interface Props {
  line: GoodsLine
  count: Count
  blind: boolean
  onChange: (edit: (count: Count) => Count) => void
}

function Head({ blind }: { blind: boolean }) {
  const heads = ['size', ...(blind ? [] : ['expected']), 'received', 'damaged'] as const
  return heads.map((head) => (
    <Box
      key={head}
      sx={{ fontSize: 12, fontWeight: 600, color: 'text.secondary', textAlign: head === 'size' ? 'left' : 'right' }}
    >
      {screenText(head)}
    </Box>
  ))
}

function Figure({ label, value, isWrong, onChange }: FigureProps) {
  return (
    <OutlinedInput
      size="small"
      value={value ?? ''}
      error={isWrong ?? false}
      onChange={({ target }) => {
        const digits = countDigits(target.value).slice(0, 7)
        onChange(digits === '' ? null : Number(digits))
      }}
      onFocus={({ target }) => target.select()}
      inputProps={{
        inputMode: 'numeric',
        autoComplete: 'off',
        'aria-label': label,
        'aria-invalid': isWrong || undefined,
        style: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
      }}
      sx={{ minHeight: { xs: 44, sm: 36 }, minWidth: 0 }}
    />
  )
}

interface FigureProps {
  label: string
  value: number | undefined
  isWrong?: boolean
  onChange: (value: number | null) => void
}

const grid = (blind: boolean) => ({
  display: 'grid',
  gap: 1,
  alignItems: 'center',
  maxWidth: 560,
  gridTemplateColumns: blind
    ? 'minmax(56px, 1fr) repeat(2, minmax(72px, 120px))'
    : 'minmax(56px, 1fr) minmax(56px, 96px) repeat(2, minmax(72px, 120px))',
})
