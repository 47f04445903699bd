import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputBase from '@mui/material/InputBase'
import NativeSelect from '@mui/material/NativeSelect'
import { useEffect, useRef, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { ImportRecord, ImportSettings } from '#shared/kit/wire/import.ts'
import { OptionRow } from '#web/fields/option-row.tsx'
import { useDebounced } from '#web/hooks/use-debounced.ts'
import { choiceLabel, fieldLabel, hasText, t } from '#web/i18n.ts'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { HttpError } from '#web/providers/http.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { saveSettings, startCheck } from './calls'
import { ColumnRow, rowGrid } from './column-row'
import { EarlierColumns } from './earlier-choice'
import { pathLabel } from './field-paths'
import { ReimportChoice, stampHeadings } from './reimport-choice'

/** Maps columns to fields and selects how their values are read. */
export function ColumnsStep({ area, record, onAnswer, onChecked }: Props) {
  const { settings, change, errors, flush } = useSettings(record, onAnswer)
  const [added, setAdded] = useState<string[]>([])
  const [isChecking, setChecking] = useState(false)
  const used = usedColumns(settings)
  const shown = record.fields.filter(
    ({ path, key, needed }) =>
      path in settings.mapping ||
      added.includes(path) ||
      key ||
      needed ||
      record.suggestions.some(({ field, column }) => field === path && !used.has(column)),
  )
  const others = record.fields.filter((field) => !shown.includes(field))
  const unused = record.columns.flatMap(({ heading }, at) =>
    used.has(at) || (settings.bring_back && stampHeadings.includes(heading))
      ? []
      : [heading || t('import.page.column_no', { no: at + 1 })],
  )
  const check = async () => {
    setChecking(true)
    try {
      const failure = await flush()
      if (failure) {
        notifyFailure(failure)
        return setChecking(false)
      }
      onChecked(await startCheck(record.id))
    } catch (error) {
      if (!(error instanceof HttpError) || error.statusCode !== 422) notifyFailure(error)
      setChecking(false)
    }
  }
  const open = Object.keys(record.questions).length
  return (
    <>
      <Section
        title={t('import.page.columns_title')}
        help={t(
          `import.page.${area.worklist ? 'list_' : ''}columns_help${!area.worklist && settings.bring_back ? '_back' : ''}`,
        )}
      >
        {record.failure && (
          <Box role="alert" sx={{ color: 'error.main', mb: 2 }}>
            {record.failure}
          </Box>
        )}
        <EarlierColumns record={record} settings={settings} onChange={change} />
        {!area.worklist && <ReimportChoice record={record} settings={settings} onChange={change} />}
        <Box aria-hidden sx={{ ...rowGrid, display: { xs: 'none', md: 'grid' }, ...headStyle }}>
          <span>{t('import.page.field')}</span>
          <span>{t('import.page.from_column')}</span>
          <span>{t('import.page.read_as')}</span>
        </Box>
        {shown.map((field) => (
          <ColumnRow
            key={field.path}
            area={area}
            record={record}
            field={field}
            settings={settings}
            errors={[...(errors[`mapping.${field.path}`] ?? []), ...(record.questions[field.path] ?? [])]}
            onChange={change}
          />
        ))}
        {others.length > 0 && (
          <AddField area={area} paths={others.map(({ path }) => path)} onAdd={(path) => setAdded([...added, path])} />
        )}
        {unused.length > 0 && (
          <Box sx={{ mt: 2, fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {t(area.worklist ? 'import.page.list_unused' : 'import.page.unused', {
              columns: unused.slice(0, 30).join(t('kit.comma')),
            })}
            {unused.length > 30 && ` … ${t('import.page.and_more', { count: unused.length - 30 })}`}
          </Box>
        )}
      </Section>
      {record.options.length > 0 && (
        <Section title={t('import.page.options_title')}>
          {record.options.map((option) => (
            <Option
              key={option.name}
              area={area}
              option={option}
              value={settings.options[option.name]}
              onChange={(value) => change({ ...settings, options: { ...settings.options, [option.name]: value } })}
            />
          ))}
        </Section>
      )}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 2,
          position: 'sticky',
          bottom: 0,
          py: 1.5,
          bgcolor: 'background.default',
        }}
      >
        <Button variant="contained" onClick={() => void check()} disabled={isChecking || open > 0}>
          {isChecking ? t('kit.working') : t('import.page.check')}
        </Button>
        <Box role="status" sx={{ fontSize: 13, color: open > 0 ? 'error.main' : 'text.secondary' }}>
          {open > 0 ? t('import.page.open_questions', { count: open }) : t('import.page.nothing_written_yet')}
        </Box>
      </Box>
    </>
  )
}

/** Chooses a further field to fill. */
function AddField({ area, paths, onAdd }: { area: Area; paths: readonly string[]; onAdd: (path: string) => void }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1.5, maxWidth: 400 }}>
      <AddRounded aria-hidden sx={{ fontSize: 18, color: 'text.secondary' }} />
      <NativeSelect
        fullWidth
        value=""
        inputProps={{ 'aria-label': t('import.page.add_field') }}
        input={<InputBase sx={{ fontSize: 13, minHeight: { xs: 44, sm: 32 } }} />}
        onChange={(event) => onAdd(event.target.value)}
      >
        <option value="">{t('import.page.add_field')}</option>
        {paths.map((path) => (
          <option key={path} value={path}>
            {pathLabel(area, path)}
          </option>
        ))}
      </NativeSelect>
    </Box>
  )
}

interface Props {
  area: Area
  record: ImportRecord
  onAnswer: (record: ImportRecord) => void
  onChecked: (record: ImportRecord) => void
}

const headStyle = { fontSize: 12, fontWeight: 600, color: 'text.secondary', pb: 0.5 } as const

/** Settings as edited, stored on the server with each change. `flush` answers why they could not be stored as they are. */
const useSettings = (record: ImportRecord, onAnswer: (record: ImportRecord) => void) => {
  const [settings, setSettings] = useState(record.settings)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const saved = useRef<ImportSettings | null>(record.settings)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const settled = useDebounced(settings, 300)

  const save = (next: ImportSettings) => {
    if (next === saved.current) return queue.current
    saved.current = next
    queue.current = queue.current.then(async () => {
      try {
        const answer = await saveSettings(record.id, entered(next))
        setErrors({})
        if (saved.current === next) onAnswer(answer)
        return undefined
      } catch (error) {
        // What did not arrive is sent again before the check.
        if (!isOfFields(error)) {
          if (saved.current === next) saved.current = null
          return error
        }
        setErrors(error.errors)
        // An error in one column must not discard the others.
        const rest = without(next, error.errors)
        if (rest) await saveSettings(record.id, entered(rest)).catch(notifyFailure)
        return error
      }
    })
    return queue.current
  }
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    void latest.current(settled).then((failure) => {
      if (failure && !isOfFields(failure)) notifyFailure(failure)
    })
  }, [settled])

  const current = useRef(settings)
  current.current = settings
  useEffect(() => () => void latest.current(current.current), [])

  return { settings, errors, change: setSettings, flush: () => save(settings) }
}

/** Whether the error says which parts were refused: it is shown beside them. */
const isOfFields = (error: unknown): error is HttpError & { errors: Record<string, string[]> } =>
  error instanceof HttpError && error.errors !== undefined

/** The settings without the refused parts; null when nothing remains. */
const without = (settings: ImportSettings, errors: Record<string, string[]>): ImportSettings | null => {
  const mapping = Object.fromEntries(Object.entries(settings.mapping).filter(([path]) => !errors[`mapping.${path}`]))
  return Object.keys(mapping).length < Object.keys(settings.mapping).length ? { ...settings, mapping } : null
}

const usedColumns = ({ mapping }: ImportSettings) =>
  new Set(Object.values(mapping).flatMap((source) => ('column' in source ? [source.column] : [])))

/** Incomplete fixed values are not sent. */
const entered = ({ mapping, ...others }: ImportSettings): ImportSettings => ({
  ...others,
  mapping: Object.fromEntries(
    Object.entries(mapping).filter(([, source]) => 'column' in source || source.value !== ''),
  ),
})

function Option({ area, option, value, onChange }: OptionProps) {
  const key = `areas.${area.name}.import.${option.name}`
  const label = hasText(`${key}.label`) ? t(`${key}.label`) : fieldLabel(area, option.name)
  const start = option.name === 'status' ? area.lifecycle?.start : undefined
  return (
    <FieldFrame label={label} hint={hasText(`${key}.help`) ? t(`${key}.help`) : undefined}>
      {(binding) => (
        <OptionRow
          {...binding}
          label={label}
          options={[...(start ? [start] : []), ...option.values].map((choice) => ({
            value: choice,
            label: choiceLabel(area, option.name, choice),
          }))}
          value={[typeof value === 'string' ? value : (start ?? '')]}
          onChange={([picked]) => onChange(picked === start ? null : (picked ?? null))}
        />
      )}
    </FieldFrame>
  )
}

interface OptionProps {
  area: Area
  option: ImportRecord['options'][number]
  value: unknown
  onChange: (value: unknown) => void
}
