import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { moveInputSchema } from '#shared/kit/schema.ts'
import { useIsLeft } from '#web/hooks/use-is-left.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { loadAllAreas, moveInputLabel, t } from '#web/i18n.ts'
import { sendPhoto } from '#web/kit/files/travelling-photo.ts'
import { FieldInput } from '#web/kit/form/field.tsx'
import { fieldGrid } from '#web/kit/form/field-section.tsx'
import { schemaResolver } from '#web/kit/form/schema-resolver.ts'
import { useUnsavedGuard } from '#web/kit/form/use-unsaved-guard.ts'
import { worklistNamed } from '#web/kit/page/area-of.ts'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { api, HttpError } from '#web/providers/http.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { sampleRequests as area } from '../area'
import { LabelMenu } from './label-menu'
import { type Counted, SampleToSend, sampleOf } from './sample-to-send'
import { screenText } from './texts'

/** Texts of the signed-in part travel when the page is first opened. */
export const ready = loadAllAreas

/** What the form asks for once; pieces are counted sample by sample. */
const asks = area.lifecycle?.moves.dispatch?.asks ?? {}

/** One parcel with one or more samples, of each all that is left or some of it. */
export function Page() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isLeft = useIsLeft()
  const refresh = useRefresh()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlyMap<number, Counted>>(
    () => new Map(idsIn(search.get('ids')).map((id) => [id, {}])),
  )
  const photos = useSamplePhotos()
  const [faults, setFaults] = useState<ReadonlyMap<number, string>>(new Map())
  const form = useForm({
    resolver: useMemo(() => schemaResolver(moveInputSchema(asks)), []),
    defaultValues: {
      ...Object.fromEntries(Object.entries(asks).map(([name, { options }]) => [name, options.default ?? null])),
      dispatch_date: today(),
    },
  })
  const { data, error, refetch } = useQuery({
    queryKey: [area.name, 'to send'],
    queryFn: ({ signal }) =>
      api<AnyRecord[]>('GET', area.name, {
        params: {
          ...{ status_in: 'acknowledged,in_making,part_dispatched,received', has_unsent: 'true' },
          ...{ _sort: 'due_date', _start: '0', _end: '100' },
        },
        signal,
      }),
  })
  const table = worklistNamed('sample-fulfilment-worklist')
  const records = useQueries({
    queries: [...chosen.keys()].map((id) => ({
      queryKey: [area.name, 'to send', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => api<AnyRecord>('GET', `${area.name}/${id}`, { signal }),
      retry: false,
    })),
  })
  const loaded = new Map(records.flatMap(({ data: record }) => (record ? [[record.id, record] as const] : [])))
  // Those that are due first, and what else was chosen and can be sent.
  const listed = data && [
    ...data,
    ...[...loaded.values()].filter((record) => mayBeSent(record) && !data.some(({ id }) => id === record.id)),
  ]
  const wanted = (listed ?? []).filter(({ id }) => chosen.has(id))
  const sent = wanted.flatMap(({ id }) => loaded.get(id) ?? [])
  const isRead = sent.length === wanted.length && !records.some(({ isLoading }) => isLoading)
  const { isSubmitting, isDirty } = form.formState
  const isCounted = [...chosen.values()].some((counted) => Object.keys(counted).length > 0)
  const letPass = useUnsavedGuard(isDirty || isCounted || photos.isChosen)

  const send = async (values: object) => {
    setFaults(new Map())
    try {
      // Photos first: what follows either sends them with the parcel, or leaves them where they belong.
      if (!(await photos.send(sent.map(({ id }) => id)))) return
      const { sent: count } = await api<{ sent: number }>('POST', `${area.name}/parcel`, {
        body: { ...values, samples: sent.map((record) => sampleOf(record, chosen.get(record.id) ?? {})) },
      })
      notify({ tone: 'success', text: screenText('parcel_sent', { count }) })
      letPass()
      await refresh()
      if (!isLeft()) navigate(table.path ?? '/')
    } catch (failure) {
      if (!(failure instanceof HttpError)) throw failure
      const ofSamples = new Map<number, string>()
      for (const [path, texts] of Object.entries(failure.errors ?? {})) {
        const [, index] = /^samples\.(\d+)/.exec(path) ?? []
        const record = index === undefined ? undefined : sent[Number(index)]
        if (record) ofSamples.set(record.id, texts.join(' '))
        else form.setError(path, { message: texts.join(' ') }, { shouldFocus: true })
      }
      setFaults(ofSamples)
      if (Object.keys(failure.errors ?? {}).length === 0) notifyFailure(failure)
      // What somebody else sent meanwhile is shown as it is now.
      void client.invalidateQueries({ queryKey: [area.name] })
    }
  }

  return (
    <Frame title={screenText('parcel_title')} back={{ to: table.path ?? '/', label: listTitle(table) }} fit="form">
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !listed ? (
        <Box role="status" aria-label={t('kit.list.loading')} sx={{ minHeight: 240 }} />
      ) : listed.length === 0 && isRead ? (
        <EmptyState title={screenText('parcel_none')} />
      ) : (
        <FormProvider {...form}>
          <Box component="form" noValidate onSubmit={form.handleSubmit(send)} sx={{ display: 'grid', gap: 2 }}>
            <Section title={screenText('chosen')} help={screenText('parcel_help')}>
              <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
                {listed.map((request) => (
                  <SampleToSend
                    key={request.id}
                    request={request}
                    record={chosen.has(request.id) ? loaded.get(request.id) : undefined}
                    counted={chosen.get(request.id)}
                    photos={photos.of(request.id)}
                    onPhotos={(files) => photos.set(request.id, files)}
                    fault={faults.get(request.id)}
                    onChange={(counted) =>
                      setChosen((before) => {
                        const after = new Map(before)
                        if (counted) after.set(request.id, counted)
                        else after.delete(request.id)
                        return after
                      })
                    }
                  />
                ))}
              </Box>
            </Section>
            <Section title={screenText('parcel')}>
              <Box sx={fieldGrid}>
                {Object.entries(asks).map(([name, field]) => (
                  <Box key={name} sx={name === 'comment' ? { gridColumn: '1 / -1' } : { minWidth: 0 }}>
                    <FieldInput area={area} name={name} field={field} path={name} label={moveInputLabel(area, name)} />
                  </Box>
                ))}
              </Box>
            </Section>
            <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1.5 }}>
              <Button type="submit" variant="contained" disabled={isSubmitting || !isRead || sent.length === 0}>
                {sent.length === 0 ? screenText('parcel_choose') : screenText('parcel_send', { count: sent.length })}
              </Button>
              {/* Before the parcel is closed: each piece gets its label. */}
              {sent.length > 0 && <LabelMenu ids={sent.map(({ id }) => id)} />}
            </Box>
          </Box>
        </FormProvider>
      )}
    </Frame>
  )
}

/** The photos of each sample, which are uploaded once, however often the parcel is tried. */
const useSamplePhotos = () => {
  const [bySample, setBySample] = useState<ReadonlyMap<number, readonly File[]>>(new Map())
  const keys = useRef(new WeakMap<File, { key: string; isSent: boolean }>())
  const of = (id: number) => bySample.get(id) ?? noPhotos
  /** False where a photo was not uploaded, which is said. */
  const send = async (ids: readonly number[]): Promise<boolean> => {
    for (const id of ids)
      for (const photo of of(id)) {
        const known = keys.current.get(photo) ?? { key: freshKey(), isSent: false }
        keys.current.set(photo, known)
        if (known.isSent) continue
        try {
          await sendPhoto(area, id, photo, known.key)
          known.isSent = true
        } catch (error) {
          if (!(error instanceof HttpError)) throw error
          notify({ tone: 'danger', text: screenText('photo_failed', { name: photo.name, why: error.message }) })
          return false
        }
      }
    return true
  }
  return {
    of,
    isChosen: [...bySample.values()].some((photos) => photos.length > 0),
    set: (id: number, files: readonly File[]) => setBySample((now) => new Map([...now, [id, files]])),
    send,
  }
}
const noPhotos: readonly File[] = []

const mayBeSent = ({ moves }: AnyRecord) =>
  (moves as OpenRecord['moves'])?.some(({ name, allowed }) => name === 'dispatch' && allowed)

const idsIn = (text: string | null): number[] =>
  (text ?? '').split(',').flatMap((part) => (/^[1-9]\d{0,14}$/.test(part) ? [Number(part)] : []))
