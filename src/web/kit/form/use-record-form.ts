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
 * Refine's form for one record, or for a new one without `record`. It only writes: `save` sends the given body through
 * the data provider, sets the errors of refused fields (Refine's server-side validation) and rejects with the
 * HttpError. The caller loads the record, shows notices and navigates.
 */
export const useRecordForm = (area: Area, record: OpenRecord | undefined, { defaultValues, resolver }: Options) => {
  const keys = useRef(new Map<string, string>()).current
  // Refine reads the object when it sends, so that `save` can set the key by the content.
  const sending = useRef({ idempotencyKey: '' }).current
  const form = useForm<OpenRecord, HttpError, FieldValues>({
    defaultValues,
    resolver,
    // Refine would stop warning as soon as a save starts, even if it fails; `useUnsavedGuard` warns instead.
    warnWhenUnsavedChanges: false,
    refineCoreProps: {
      resource: area.name,
      action: record ? 'edit' : 'create',
      id: record?.id,
      // A disabled query with the page's query key would still receive the page's reads, and Refine would overwrite the
      // entries with them. `writesOnly` gives it another key.
      queryOptions: { enabled: false },
      queryMeta: { writesOnly: true },
      redirect: false,
      mutationMode: 'pessimistic',
      mutationMeta: sending,
      createMutationOptions: failOffline,
      updateMutationOptions: failOffline,
      // The record itself is not invalidated, as a failed save must not change the page below the form.
      invalidates: ['list', 'many'],
      successNotification: false,
      errorNotification: false,
    },
  })
  const { onFinish } = form.refineCore

  /**
   * The Idempotency-Key of a new record is the same for the life of the form; that of an edit depends on its content.
   */
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
