import type { CreateResponse, HttpError } from '@refinedev/core'
import { useForm } from '@refinedev/react-hook-form'
import { useRef } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { Area } from '#shared/kit/area.ts'
import type { Values } from '#shared/kit/schema.ts'
import { failOffline } from '#web/kit/inline/mutation-options.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'

/**
 * Refine's form over one record, new without `record`. It only writes: `save` sends what it is given through the data
 * provider, sets the refused fields' errors (Refine's server-side validation) and rejects with the HttpError; reading,
 * notices and the way out are the caller's.
 */
export const useRecordForm = (area: Area, record: OpenRecord | undefined, { defaultValues, resolver }: Options) => {
  const keys = useRef(new Map<string, string>()).current
  // Refine reads it when it sends, so that the key can follow the content.
  const sending = useRef({ idempotencyKey: '' }).current
  const form = useForm<OpenRecord, HttpError, FieldValues>({
    defaultValues,
    resolver,
    // Refine resets its flag as soon as a save starts: `useUnsavedGuard` warns instead.
    warnWhenUnsavedChanges: false,
    refineCoreProps: {
      resource: area.name,
      action: record ? 'edit' : 'create',
      id: record?.id,
      // Under the page's query key even a disabled query gets each read, and Refine would overwrite the entries with
      // it.
      queryOptions: { enabled: false },
      queryMeta: { writesOnly: true },
      redirect: false,
      mutationMode: 'pessimistic',
      mutationMeta: sending,
      createMutationOptions: failOffline,
      updateMutationOptions: failOffline,
      // Not the record itself: a failed save must not change the page under the entries.
      invalidates: ['list', 'many'],
      successNotification: false,
      errorNotification: false,
    },
  })
  const { onFinish } = form.refineCore

  /** A new record has one key for the life of the form; an edit one per content, so that a repetition is recognised. */
  const save = async (body: Values): Promise<OpenRecord> => {
    const content = record ? JSON.stringify(body) : ''
    sending.idempotencyKey = keys.get(content) ?? freshKey()
    keys.set(content, sending.idempotencyKey)
    const { data } = (await onFinish(body)) as CreateResponse<OpenRecord>
    return data
  }
  return { form, save, keys }
}

interface Options {
  defaultValues: Values
  resolver: Resolver<FieldValues>
}
