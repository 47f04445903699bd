import EditRounded from '@mui/icons-material/EditRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { type HttpError as RefusedSave, useUpdate } from '@refinedev/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { titleOf } from '#web/fields/titles.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { fieldMessages } from '#web/kit/form/error-lines.ts'
import { Cell, formatValue } from '#web/kit/page/cell.tsx'
import { HttpError } from '#web/providers/http.ts'
import { failureText, notify } from '#web/shell/messages/messages.ts'
import { failOffline, withoutNotices } from './mutation-options'

/**
 * One field of a record that is changed where it stands: a click opens its input, Enter or leaving it saves, Esc takes it
 * back. `children` stand for the value while it is not being changed.
 */
export function InlineField({ area, name, record, children }: Props) {
  const [draft, setDraft] = useState<{ value: unknown } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const refresh = useRefresh()
  const { mutateAsync: update, mutation } = useUpdate<AnyRecord, RefusedSave>({ mutationOptions: failOffline })
  const busy = mutation.isPending
  const field = area.fields[name]
  const label = t('kit.inline.label', { field: fieldLabel(area, name), title: titleOf(area, record) })
  if (!field) return null

  const close = () => {
    setDraft(null)
    setError(null)
    requestAnimationFrame(() => button.current?.focus())
  }
  const save = async () => {
    if (busy || !draft) return
    if (draft.value === record[name]) return close()
    try {
      const values = { [name]: draft.value, version: record.version }
      await update({ ...withoutNotices, resource: area.name, id: record.id, values })
      await refresh()
      close()
      notify({ tone: 'success', text: t('kit.form.changed', { title: titleOf(area, record) }) })
    } catch (problem) {
      setError(messageOf(problem, name))
    }
  }

  if (!draft)
    return (
      <ButtonBase
        ref={button}
        aria-label={t('kit.inline.edit', { label, value: formatValue(area, name, record) || t('kit.history.empty') })}
        onClick={() => setDraft({ value: record[name] })}
        sx={{
          gap: 0.75,
          minHeight: { xs: 44, sm: 28 },
          px: 0.75,
          mx: -0.75,
          borderRadius: 1,
          font: 'inherit',
          textAlign: 'left',
          '& svg': { fontSize: 16, color: 'text.secondary' },
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <span>{children ?? <Cell area={area} name={name} record={record} />}</span>
        <EditRounded aria-hidden />
      </ButtonBase>
    )
  const { Input } = fieldKinds[field.kind]
  return (
    <Box
      sx={{ minWidth: 168 }}
      ref={(element: HTMLElement | null) => {
        const input = element?.querySelector('input')
        if (!input || element?.contains(document.activeElement)) return
        input.focus()
        input.select()
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && !error) void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
        if (event.key === 'Enter' && (event.target as HTMLElement).tagName === 'INPUT') {
          event.preventDefault()
          void save()
        }
      }}
    >
      <Input
        id={id}
        area={area}
        name={name}
        field={field}
        record={record}
        label={label}
        value={draft.value}
        invalid={error !== null}
        describedBy={`${id}-help`}
        onChange={(value) => {
          setDraft({ value })
          setError(null)
        }}
      />
      <Box
        id={`${id}-help`}
        role={error ? 'alert' : undefined}
        sx={{ fontSize: 12, lineHeight: '16px', mt: 0.25, color: error ? 'error.main' : 'text.secondary' }}
      >
        {busy ? t('kit.form.saving') : (error ?? t('kit.inline.keys'))}
      </Box>
    </Box>
  )
}

interface Props {
  area: Area
  name: string
  record: AnyRecord
  children?: ReactNode
}

const messageOf = (problem: unknown, name: string): string => {
  const own = problem instanceof HttpError ? fieldMessages(problem.errors)[name] : undefined
  return own ?? failureText(problem)
}
