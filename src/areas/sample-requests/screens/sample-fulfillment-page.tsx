import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { moveInputSchema } from '#shared/kit/schema.ts'
import { useIsLeft } from '#web/hooks/use-is-left.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { loadAllAreas, moveInputLabel, t } from '#web/i18n.ts'
import { showFault } from '#web/kit/form/fault.ts'
import { FieldInput } from '#web/kit/form/field.tsx'
import { fieldGrid } from '#web/kit/form/field-section.tsx'
import { schemaResolver } from '#web/kit/form/schema-resolver.ts'
import { useUnsavedGuard } from '#web/kit/form/use-unsaved-guard.ts'
import { worklistNamed } from '#web/kit/page/area-of.ts'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { api, HttpError } from '#web/providers/http.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { sampleRequests as area } from '../area'
import { LabelMenu } from './label-menu'
import { type Counted, SampleToSend, sampleOf } from './sample-to-send'
import { screenText } from './texts'
import { useSamplePhotos } from './use-sample-photos'
import { useSamplesToSend } from './use-samples-to-send'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

/** The inputs that the whole parcel shares; pieces are entered sample by sample. */
const asks = area.lifecycle?.moves.dispatch?.asks ?? {}

/** One parcel with one or more samples, each with all or some of its unsent pieces. */
export function Page() {
  const [search] = useSearchParams()
  const [chosen, setChosen] = useState<ReadonlyMap<number, Counted>>(
    () => new Map(idsIn(search.get('ids')).map((id) => [id, {}])),
  )
  const photos = useSamplePhotos()
  const form = useForm({
    resolver: useMemo(() => schemaResolver(moveInputSchema(asks)), []),
    defaultValues: {
      ...Object.fromEntries(Object.entries(asks).map(([name, { options }]) => [name, options.default ?? null])),
      dispatch_date: today(),
    },
  })
  const { requests, loaded, samples, isRead, error, refetch } = useSamplesToSend([...chosen.keys()])
  const table = worklistNamed('sample-fulfilment-worklist')
  const { isSubmitting, isDirty } = form.formState
  const isCounted = [...chosen.values()].some((counted) => Object.keys(counted).length > 0)
  const letPass = useUnsavedGuard(isDirty || isCounted || photos.isChosen)
  const { send, faults } = useParcel({
    setError: form.setError,
    samples,
    chosen,
    sendPhotos: photos.send,
    onSent: letPass,
    backTo: table.path ?? '/',
  })
  const choose = (id: number, counted: Counted | undefined) =>
    setChosen((before) => {
      const after = new Map(before)
      if (counted) after.set(id, counted)
      else after.delete(id)
      return after
    })

  return (
    <Frame title={screenText('parcel_title')} back={{ to: table.path ?? '/', label: listTitle(table) }} fit="form">
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !requests ? (
        <Box role="status" aria-label={t('kit.list.loading')} sx={{ minHeight: 240 }} />
      ) : requests.length === 0 && isRead ? (
        <EmptyState title={screenText('parcel_none')} />
      ) : (
        <FormProvider {...form}>
          <Box
            component="form"
            noValidate
            onSubmit={form.handleSubmit(send, (_faults, event) => showFault(event))}
            sx={{ display: 'grid', gap: 2 }}
          >
            <Section title={screenText('chosen')} help={screenText('parcel_help')}>
              <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
                {requests.map((request) => (
                  <SampleToSend
                    key={request.id}
                    request={request}
                    record={chosen.has(request.id) ? loaded.get(request.id) : undefined}
                    counted={chosen.get(request.id)}
                    photos={photos.photosOf(request.id)}
                    onPhotos={(files) => photos.setPhotos(request.id, files)}
                    fault={faults.get(request.id)}
                    onChange={(counted) => choose(request.id, counted)}
                  />
                ))}
              </Box>
            </Section>
            <ParcelFields />
            <ParcelActions samples={samples} disabled={isSubmitting || !isRead} />
          </Box>
        </FormProvider>
      )}
    </Frame>
  )
}

/** Sends the parcel, after the photos of its samples. `faults` are the server's errors by sample. */
const useParcel = ({ setError, samples, chosen, sendPhotos, onSent, backTo }: Parcel) => {
  const navigate = useNavigate()
  const isLeft = useIsLeft()
  const refresh = useRefresh()
  const client = useQueryClient()
  const [faults, setFaults] = useState<ReadonlyMap<number, string>>(new Map())

  const showErrors = (failure: HttpError) => {
    const faultsBySample = new Map<number, string>()
    for (const [path, texts] of Object.entries(failure.errors ?? {})) {
      const [, index] = /^samples\.(\d+)/.exec(path) ?? []
      const record = index === undefined ? undefined : samples[Number(index)]
      if (record) faultsBySample.set(record.id, texts.join(' '))
      else setError(path, { message: texts.join(' ') }, { shouldFocus: true })
    }
    setFaults(faultsBySample)
    if (Object.keys(failure.errors ?? {}).length === 0) notifyFailure(failure)
  }

  const send = async (values: object) => {
    setFaults(new Map())
    try {
      // Photos first, so that the parcel is not sent without them.
      if (!(await sendPhotos(samples.map(({ id }) => id)))) return
      const { sent: count } = await api<{ sent: number }>('POST', `${area.name}/parcel`, {
        body: { ...values, samples: samples.map((record) => sampleOf(record, chosen.get(record.id) ?? {})) },
      })
      notify({ tone: 'success', text: screenText('parcel_sent', { count }) })
      onSent()
      await refresh()
      if (!isLeft()) navigate(backTo)
    } catch (failure) {
      if (!(failure instanceof HttpError)) throw failure
      showErrors(failure)
      // Reload, because another user may have sent some of the samples.
      void client.invalidateQueries({ queryKey: [area.name] })
    }
  }

  return { send, faults }
}

interface Parcel {
  setError: (path: string, error: { message: string }, options: { shouldFocus: boolean }) => void
  samples: readonly AnyRecord[]
  chosen: ReadonlyMap<number, Counted>
  sendPhotos: (ids: readonly number[]) => Promise<boolean>
  /** Called after the parcel was sent, before the page is left. */
  onSent: () => void
  backTo: string
}

/** The inputs of the whole parcel. */
const ParcelFields = () => (
  <Section title={screenText('parcel')}>
    <Box sx={fieldGrid}>
      {Object.entries(asks).map(([name, field]) => (
        <Box key={name} sx={name === 'comment' ? { gridColumn: '1 / -1' } : { minWidth: 0 }}>
          <FieldInput area={area} name={name} field={field} path={name} label={moveInputLabel(area, name)} />
        </Box>
      ))}
    </Box>
  </Section>
)

const ParcelActions = ({ samples, disabled }: { samples: readonly AnyRecord[]; disabled: boolean }) => (
  <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1.5 }}>
    <Button type="submit" variant="contained" disabled={disabled || samples.length === 0}>
      {samples.length === 0 ? screenText('parcel_choose') : screenText('parcel_send', { count: samples.length })}
    </Button>
    {/* Labels are printed before the parcel is closed: one for each piece. */}
    {samples.length > 0 && <LabelMenu ids={samples.map(({ id }) => id)} />}
  </Box>
)

const idsIn = (text: string | null): number[] =>
  (text ?? '').split(',').flatMap((part) => (/^[1-9]\d{0,14}$/.test(part) ? [Number(part)] : []))
