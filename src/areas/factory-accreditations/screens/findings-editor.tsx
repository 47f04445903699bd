import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { focusSoon } from '#web/hooks/focus-soon.ts'
import { areaName, fieldLabel, t } from '#web/i18n.ts'
import { Field, useFieldError } from '#web/kit/form/field.tsx'
import { useFormScope, useShownPath } from '#web/kit/form/form-scope.ts'
import { Rows } from '#web/kit/form/rows-editor.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { inSentence } from '#web/kit/page/list-labels.ts'
import { Section } from '#web/kit/page/section.tsx'
import { Tool } from '#web/kit/page/tool.tsx'
import { factoryAccreditations as area } from '../area'
import { screenText } from './texts'

const findingArea = areaOf(area, 'findings')

/** Non-conformities as cards with their corrective actions, because plans are written finding by finding. */
export function FindingsEditor() {
  const { mayEdit } = useFormScope()
  const { fields, append, remove } = useFieldArray({ name: 'findings', keyName: 'key' })
  const box = useRef<HTMLDivElement>(null)
  const error = useFieldError('findings')
  useShownPath('findings')
  const mayAdd = mayEdit(area, 'findings')
  const add = () => {
    append({ severity: null, clause: '', description: '', root_cause: '', actions: [] }, { shouldFocus: false })
    focusSoon(() => box.current?.querySelector<HTMLElement>(`[data-finding="${fields.length}"] :is(button, input)`))
  }
  const removeFinding = (index: number) => {
    remove(index)
    box.current?.querySelector<HTMLElement>('[data-add-finding]')?.focus()
  }
  return (
    <Section title={fieldLabel(area, 'findings')}>
      <Box ref={box}>
        {error && (
          <Box role="alert" sx={{ fontSize: 12, color: 'error.main', mb: 1 }}>
            {error}
          </Box>
        )}
        {fields.length === 0 && (
          <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 1 }}>{screenText('no_findings')}</Box>
        )}
        <Box sx={{ display: 'grid', gap: 2 }}>
          {fields.map(({ key }, index) => (
            <Card key={key} index={index} onRemove={mayAdd ? () => removeFinding(index) : undefined} />
          ))}
        </Box>
        {mayAdd && (
          <Button
            data-add-finding
            size="small"
            startIcon={<AddRounded />}
            sx={{ mt: 1, minHeight: { xs: 44, sm: 30 } }}
            disabled={fields.length >= maxFindings}
            onClick={add}
          >
            {t('kit.rows.add', { name: inSentence(areaName(findingArea, true)) })}
          </Button>
        )}
      </Box>
    </Section>
  )
}

const maxFindings = area.fields.findings.options.max ?? 200

function Card({ index, onRemove }: { index: number; onRemove: (() => void) | undefined }) {
  const prefix = `findings.${index}.`
  const position = index + 1
  return (
    <Box
      role="group"
      data-finding={index}
      aria-label={`${areaName(findingArea, true)} ${position}`}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: { xs: 1.5, md: 2 }, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', mb: 1 }}>
        <Box component="h3" sx={{ flex: 1, m: 0, fontSize: 13, fontWeight: 600 }}>
          {areaName(findingArea, true)} {position}
        </Box>
        {onRemove && (
          <Tool label={t('kit.rows.remove', { position })} onClick={onRemove}>
            <DeleteOutlineRounded fontSize="small" />
          </Tool>
        )}
      </Box>
      <Box sx={gridStyle}>
        <Field area={findingArea} name="severity" prefix={prefix} />
        <Field area={findingArea} name="clause" prefix={prefix} />
        <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <Field area={findingArea} name="description" prefix={prefix} />
        </Box>
        <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <Field area={findingArea} name="root_cause" prefix={prefix} />
        </Box>
      </Box>
      <Box role="group" aria-label={`${fieldLabel(findingArea, 'actions')} ${position}`} sx={{ mt: 2, minWidth: 0 }}>
        <Box sx={{ fontSize: 13, fontWeight: 600, mb: 1 }}>{fieldLabel(findingArea, 'actions')}</Box>
        <Rows area={findingArea} name="actions" prefix={prefix} columns={stepColumns} />
      </Box>
    </Box>
  )
}

/** Visible columns of a step; the evidence unfolds below it. */
const stepColumns = ['step', 'due_on', 'responsible', 'done_on', 'verified']

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  columnGap: 3,
  rowGap: 1.5,
} as const
