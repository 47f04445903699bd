import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import type { Values } from '#shared/kit/schema.ts'
import { format, t } from '#web/i18n.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { notify } from '#web/shell/messages/messages.ts'
import type { Draft } from './drafts'
import { changedValues, formValues, sameValue } from './form-values'
import type { Conflict, RecordEditor } from './use-record-editor'

/**
 * Fills the form of a new record, restores drafts and settles conflicts. `settle` continues from the current record with the merged values, or without
 * values discards the entries; merged values of a save are sent, those of a draft only fill the form.
 */
export const useMerge = (area: Area, editor: RecordEditor) => {
  const { base, before, form, keys, draft, send } = editor
  const fillForm = (values: Values, initial: Values) => {
    form.reset(initial)
    for (const [name, value] of Object.entries(values))
      if (name in initial && !sameValue(value, initial[name])) form.setValue(name, value, { shouldDirty: true })
  }
  const settle = async ({ versions, from: storedDraft }: Conflict, values: Values | null) => {
    const current = versions.theirs as OpenRecord
    const currentValues = formValues(area, register, fieldRights().mayWrite, current)
    editor.closeConflict()
    if (storedDraft) draft.forget(storedDraft)
    editor.rebase(current)
    fillForm(values ?? currentValues, currentValues)
    const body = changedValues(values ?? currentValues, currentValues, current.version)
    const hasChanges = Object.keys(body).length > 1
    if (values && !hasChanges) notify({ tone: 'info', text: t('editing.merge.nothing_left') })
    if (!storedDraft && hasChanges) await send(body, current)
  }
  const restore = (storedDraft: Draft) => {
    const { values, version, key } = storedDraft
    if (key) keys.set('', key)
    if (base && version !== base.version)
      return editor.openConflict({
        versions: { base: storedDraft.base ?? {}, theirs: base, mine: values },
        from: storedDraft,
      })
    draft.forget(storedDraft)
    fillForm(values, before)
    notify({ tone: 'info', text: t('editing.draft.restored', { when: format.moment(storedDraft.at) }) })
  }
  /** Fills a new record's form with values that the user has not entered; they count as unsaved changes. */
  const prefill = (values: Values) => fillForm(values, before)
  return { settle, restore, prefill }
}
