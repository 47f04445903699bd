import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type FormEvent, type ReactNode, useState } from 'react'
import { isRole, rolesOf } from '#shared/kit/roles.ts'
import { mayShareViews, type SavedView } from '#shared/kit/saved-view.ts'
import { t } from '#web/i18n.ts'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { HttpError } from '#web/providers/http-error.ts'
import { session } from '#web/providers/session.ts'
import { confirmDialog, failureText, notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { useViewActions, type ViewInput } from './saved-views'

/** The form of a saved view: its name and its audience. A new view stores the current settings of the list. */
export function SavedViewForm({ list, view, onBack, onClose }: Props) {
  const actions = useViewActions(list)
  const [input, setInput] = useState<ViewInput>(() => inputOf(view))
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [isBusy, setBusy] = useState(false)
  const role = session()?.role
  const mayShare = role !== undefined && mayShareViews(role)
  const set = (changes: Partial<ViewInput>) => setInput((current) => ({ ...current, ...changes }))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      const saved = await (view ? actions.change(view, input) : actions.make(input))
      onClose()
      notify({ tone: 'success', text: t('views.saved', { name: saved.name }) })
    } catch (error) {
      setErrors(errorsOf(error))
      if (error instanceof HttpError && error.statusCode === 409) void actions.refresh()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Box
      component="form"
      noValidate
      aria-label={view ? t('views.edit_title') : t('views.save_as')}
      onSubmit={(event: FormEvent) => void save(event)}
      sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 1.5, overflow: 'auto' }}
    >
      <Box component="h2" sx={{ m: 0, fontSize: 14, fontWeight: 600 }}>
        {view ? t('views.edit_title') : t('views.save_as')}
      </Box>
      <Labelled id="view-name" label={t('views.name')} error={errors.name?.join(' ')}>
        <OutlinedInput
          id="view-name"
          size="small"
          fullWidth
          autoFocus
          required
          value={input.name}
          error={Boolean(errors.name)}
          inputProps={{ maxLength: 80, 'aria-describedby': errors.name ? 'view-name-error' : undefined }}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Labelled>
      {mayShare && (
        <Labelled id="view-who" label={t('views.who')} error={errors.role?.join(' ')}>
          <NativeSelect
            fullWidth
            value={input.shared_with === 'role' ? input.role : input.shared_with}
            onChange={({ target: { value } }) =>
              set(isRole(value) ? { shared_with: 'role', role: value } : { shared_with: value as 'all', role: null })
            }
            input={<OutlinedInput size="small" />}
            inputProps={{ id: 'view-who' }}
          >
            <option value="private">{t('views.audiences.private')}</option>
            {rolesOf(list.area.access.read).map((role) => (
              <option key={role} value={role}>
                {t(`pages.roles.${role}`)}
              </option>
            ))}
            <option value="all">{t('views.audiences.all')}</option>
          </NativeSelect>
        </Labelled>
      )}
      <FormControlLabel
        sx={{ mr: 0, alignItems: 'flex-start' }}
        slotProps={{ typography: { sx: { fontSize: 13, pt: 0.5 } } }}
        control={<Checkbox size="small" sx={{ p: 0.5, mr: 0.5 }} />}
        label={t(defaultTexts[input.shared_with])}
        checked={input.is_default}
        onChange={(_, is_default) => set({ is_default })}
      />
      {errors[''] && (
        <Box role="alert" sx={{ fontSize: 13, color: 'error.main' }}>
          {errors[''].join(' ')}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="contained" size="small" disabled={isBusy}>
          {t('views.save')}
        </Button>
        <Button size="small" onClick={onBack}>
          {t('kit.cancel')}
        </Button>
        {view && (
          <Button
            size="small"
            color="error"
            sx={{ ml: 'auto' }}
            onClick={() => {
              onClose()
              void remove(view, actions.remove)
            }}
          >
            {t('views.delete')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

interface Props {
  list: AreaListState
  /** The view to edit; null for a new one. */
  view: SavedView | null
  onBack: () => void
  onClose: () => void
}

function Labelled({ id, label, error, children }: LabelledProps) {
  return (
    <Box>
      <Box component="label" htmlFor={id} sx={{ display: 'block', mb: 0.5, fontSize: 13, color: 'text.secondary' }}>
        {label}
      </Box>
      {children}
      {error && (
        <Box id={`${id}-error`} role="alert" sx={{ mt: 0.5, fontSize: 12, color: 'error.main' }}>
          {error}
        </Box>
      )}
    </Box>
  )
}
interface LabelledProps {
  id: string
  label: string
  error: string | undefined
  children: ReactNode
}

const inputOf = (view: SavedView | null): ViewInput => ({
  name: view?.name ?? '',
  shared_with: view?.shared_with ?? 'private',
  role: view?.role ?? null,
  is_default: view?.is_default ?? false,
})

const defaultTexts = { private: 'views.default', role: 'views.default_role', all: 'views.default_all' } as const

/** The errors of a failed save by input; errors without an input are under the empty name. */
const errorsOf = (error: unknown): Record<string, string[]> => {
  const { name, role } = (error instanceof HttpError && error.errors) || {}
  if (name || role) return { ...(name && { name }), ...(role && { role }) }
  return { '': [failureText(error)] }
}

const remove = async (view: SavedView, removeView: (view: SavedView) => Promise<void>) => {
  const agreed = await confirmDialog({
    title: t('views.delete_title', { name: view.name }),
    ...(view.shared_with !== 'private' && { body: t('views.delete_shared') }),
    confirm: t('views.delete'),
    danger: true,
  })
  if (!agreed) return
  try {
    await removeView(view)
    notify({ tone: 'success', text: t('views.deleted', { name: view.name }) })
  } catch (error) {
    notifyFailure(error)
  }
}
