import CloseRounded from '@mui/icons-material/CloseRounded'
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined'
import QrCodeScannerRounded from '@mui/icons-material/QrCodeScannerRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextLink from '@mui/material/Link'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type ChangeEvent, useMemo, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { today } from '#shared/base/dates.ts'
import { moveInputSchema } from '#shared/kit/schema.ts'
import { fieldLabel, loadAllAreas, moveInputLabel, useLanguage } from '#web/i18n.ts'
import { FieldInput } from '#web/kit/form/field.tsx'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { fieldGrid } from '#web/kit/form/field-section.tsx'
import { schemaResolver } from '#web/kit/form/schema-resolver.ts'
import { useUnsavedGuard } from '#web/kit/form/use-unsaved-guard.ts'
import { worklistNamed } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { sampleRequests as area } from '../area'
import { Camera } from './scan/camera'
import { loadCodeReader } from './scan/read-code'
import { type Arrival, useArrivals } from './scan/use-arrivals'
import { screenText } from './texts'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

/** The inputs of a receipt, shared by all samples; the pieces are those that were sent. */
const { received_date, condition } = area.lifecycle?.moves.receive?.asks ?? {}
const asks = { ...(received_date && { received_date }), ...(condition && { condition }) }

/** Receives samples: their labels are scanned by camera, scanner or photo, then all are received at once. */
export function Page() {
  useLanguage()
  const { arrivals, said, isBusy, scan, remove, receive } = useArrivals()
  const [isWatching, setWatching] = useState(false)
  const table = worklistNamed('sample-request-worklist')
  useUnsavedGuard(arrivals.length > 0)
  return (
    <Frame title={screenText('scan.title')} back={{ to: table.path ?? '/', label: listTitle(table) }} fit="form">
      <Section title={screenText('scan.labels')} help={screenText('scan.help')}>
        <Box sx={{ display: 'grid', gap: 2 }}>
          {isWatching && <Camera onCode={(text) => void scan(text)} />}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'end' }}>
            <Button
              variant={isWatching ? 'outlined' : 'contained'}
              startIcon={<QrCodeScannerRounded />}
              onClick={() => setWatching((is) => !is)}
              sx={{ minHeight: 44 }}
            >
              {screenText(isWatching ? 'scan.close' : 'scan.open')}
            </Button>
            <PhotoOfLabel onCode={(text) => void scan(text)} />
          </Box>
          <TypedCode onCode={(text) => void scan(text)} />
          <Box
            role={said?.isFault ? 'alert' : 'status'}
            sx={{ minHeight: 20, fontSize: 13, color: said?.isFault ? 'error.main' : 'text.secondary' }}
          >
            {said?.text}
          </Box>
        </Box>
      </Section>
      {arrivals.length > 0 && (
        <>
          <Section title={screenText('scan.arrived', { count: arrivals.length })}>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {arrivals.map((arrival) => (
                <ArrivedSample key={arrival.record.id} arrival={arrival} onRemove={() => remove(arrival.record.id)} />
              ))}
            </Box>
          </Section>
          <Receipt count={arrivals.length} isBusy={isBusy} onReceive={receive} />
        </>
      )}
    </Frame>
  )
}

/** For scanners that act as a keyboard, and for typing. */
function TypedCode({ onCode }: { onCode: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) onCode(text)
        setText('')
      }}
      sx={{ display: 'flex', gap: 1, alignItems: 'end', maxWidth: 480 }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <FieldFrame label={fieldLabel(area, 'request_no')} hint={screenText('scan.typed_hint')}>
          {({ id, describedBy }) => (
            <OutlinedInput
              id={id}
              fullWidth
              size="small"
              autoFocus
              value={text}
              autoComplete="off"
              onChange={({ target }) => setText(target.value)}
              sx={{ minHeight: { xs: 44, md: 36 } }}
              inputProps={{ maxLength: 400, 'aria-describedby': describedBy, enterKeyHint: 'done' }}
            />
          )}
        </FieldFrame>
      </Box>
    </Box>
  )
}

/** Reads a photo of a label, where the camera stream is not available. */
function PhotoOfLabel({ onCode }: { onCode: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [isUnread, setUnread] = useState(false)
  const readPhoto = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [photo] = target.files ?? []
    target.value = ''
    if (!photo) return
    setReading(true)
    setUnread(false)
    const picture = await createImageBitmap(photo).catch(() => null)
    const text =
      picture &&
      (await loadCodeReader()
        .then((reader) => reader(picture, photoTime))
        .catch(() => null))
    setReading(false)
    if (text) onCode(text)
    else setUnread(true)
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<PhotoCameraOutlined />}
        loading={isReading}
        onClick={() => input.current?.click()}
        sx={{ minHeight: 44 }}
      >
        {screenText('scan.photo')}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        aria-label={screenText('scan.photo')}
        onChange={(event) => void readPhoto(event)}
      />
      {isUnread && (
        <Box role="alert" sx={{ fontSize: 13, color: 'error.main', alignSelf: 'center' }}>
          {screenText('scan.unread')}
        </Box>
      )}
    </>
  )
}

/** Maximum milliseconds for reading a photo. */
const photoTime = 1500

function ArrivedSample({ arrival: { record, fault }, onRemove }: { arrival: Arrival; onRemove: () => void }) {
  const name = String(record.request_no)
  const left = Number(record.requested_qty ?? 0) - Number(record.sent_qty ?? 0)
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <Box sx={{ flex: 1, minWidth: 0, fontSize: 13 }}>
        <TextLink component={Link} to={`${area.path}/${record.id}`} target="_blank" sx={{ fontWeight: 500 }}>
          {name}
        </TextLink>{' '}
        {formatValue(area, 'sample_type_id', record)} · {formatValue(area, 'article_id', record)}
        <Box sx={{ color: 'text.secondary' }}>
          {[
            formatValue(area, 'supplier_id', record),
            screenText('round', { round: record.round }),
            screenText('scan.sent', { date: formatValue(area, 'dispatch_date', record), count: record.sent_qty }),
          ].join(' · ')}
        </Box>
        {left > 0 && <Box sx={{ color: 'warning.main' }}>{screenText('scan.part', { count: left })}</Box>}
        {fault && (
          <Box role="alert" sx={{ color: 'error.main' }}>
            {fault}
          </Box>
        )}
      </Box>
      <IconButton aria-label={screenText('scan.remove', { name })} onClick={onRemove} sx={{ width: 44, height: 44 }}>
        <CloseRounded fontSize="small" />
      </IconButton>
    </Box>
  )
}

function Receipt({
  count,
  isBusy,
  onReceive,
}: {
  count: number
  isBusy: boolean
  onReceive: (inputs: object) => void
}) {
  const form = useForm({
    resolver: useMemo(() => schemaResolver(moveInputSchema(asks)), []),
    defaultValues: { received_date: today(), condition: 'good' },
  })
  return (
    <FormProvider {...form}>
      <Box component="form" noValidate onSubmit={form.handleSubmit(onReceive)} sx={{ display: 'grid', gap: 2 }}>
        <Section title={screenText('scan.receipt')} help={screenText('scan.receipt_help')}>
          <Box sx={fieldGrid}>
            {Object.entries(asks).map(([name, field]) => (
              <Box key={name} sx={{ minWidth: 0 }}>
                <FieldInput area={area} name={name} field={field} path={name} label={moveInputLabel(area, name)} />
              </Box>
            ))}
          </Box>
        </Section>
        <Button
          type="submit"
          variant="contained"
          disabled={isBusy}
          sx={{ justifySelf: { sm: 'start' }, minHeight: 44 }}
        >
          {screenText('scan.receive', { count })}
        </Button>
      </Box>
    </FormProvider>
  )
}
