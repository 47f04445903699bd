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

/** The second step: maps columns to fields and selects how their values are read. */
export function ColumnsStep({ area, record, onAnswer, onChecked }: Props) {
  const { settings, change, errors, flush } = useSettings(record, onAnswer)
  const [added, setAdded] = useState<string[]>([])
  const [isChecking, setChecking] = useState(false)
  const used = usedColumns(settings)
  const shownFields = record.fields.filter(
    ({ path, key, needed }) =>
      path in settings.mapping ||
      added.includes(path) ||
      key ||
      needed ||
      record.suggestions.some(({ field, column }) => field === path && !used.has(column)),
  )
  const unmappedFields = record.fields.filter((field) => !shownFields.includes(field))
  const unusedHeadings = record.columns.flatMap(({ heading }, index) =>
    used.has(index) || (settings.bring_back && stampHeadings.includes(heading))
      ? []
      : [heading || t('import.page.column_no', { no: index + 1 })],
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
  const openQuestions = Object.keys(record.questions).length
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
        {shownFields.map((field) => (
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
        {unmappedFields.length > 0 && (
          <AddField
            area={area}
            paths={unmappedFields.map(({ path }) => path)}
            onAdd={(path) => setAdded([...added, path])}
          />
        )}
        {unusedHeadings.length > 0 && (
          <Box sx={{ mt: 2, fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {t(area.worklist ? 'import.page.list_unused' : 'import.page.unused', {
              columns: unusedHeadings.slice(0, 30).join(t('kit.comma')),
            })}
            {unusedHeadings.length > 30 && ` … ${t('import.page.and_more', { count: unusedHeadings.length - 30 })}`}
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
      <CheckBar openQuestions={openQuestions} isChecking={isChecking} onCheck={() => void check()} />
    </>
  )
}

/** The sticky foot with the button that starts the check, disabled while questions about columns are open. */
function CheckBar({ openQuestions, isChecking, onCheck }: CheckBarProps) {
  return (
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
      <Button variant="contained" onClick={onCheck} disabled={isChecking || openQuestions > 0}>
        {isChecking ? t('kit.working') : t('import.page.check')}
      </Button>
      <Box role="status" sx={{ fontSize: 13, color: openQuestions > 0 ? 'error.main' : 'text.secondary' }}>
        {openQuestions > 0
          ? t('import.page.open_questions', { count: openQuestions })
          : t('import.page.nothing_written_yet')}
      </Box>
    </Box>
  )
}

interface CheckBarProps {
  openQuestions: number
  isChecking: boolean
  onCheck: () => void
}

/** Adds a field to the mapping. */
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

/**
 * The edited settings of an import, which are stored on the server after each change. `flush` stores them at once and
 * resolves with the error if they are refused.
 */
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
        const stored = await saveSettings(record.id, complete(next))
        setErrors({})
        if (saved.current === next) onAnswer(stored)
        return undefined
      } catch (error) {
        // Settings that did not reach the server are sent again before the check.
        if (!namesFields(error)) {
          if (saved.current === next) saved.current = null
          return error
        }
        setErrors(error.errors)
        // The other columns are stored in spite of an error in one of them.
        const accepted = without(next, error.errors)
        if (accepted) await saveSettings(record.id, complete(accepted)).catch(notifyFailure)
        return error
      }
    })
    return queue.current
  }
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    void latest.current(settled).then((failure) => {
      if (failure && !namesFields(failure)) notifyFailure(failure)
    })
  }, [settled])

  const current = useRef(settings)
  current.current = settings
  useEffect(() => () => void latest.current(current.current), [])

  return { settings, errors, change: setSettings, flush: () => save(settings) }
}

/** Whether the error names the refused parts, which show it themselves. */
const namesFields = (error: unknown): error is HttpError & { errors: Record<string, string[]> } =>
  error instanceof HttpError && error.errors !== undefined

/** The settings without the refused columns; null if no column was refused. */
const without = (settings: ImportSettings, errors: Record<string, string[]>): ImportSettings | null => {
  const mapping = Object.fromEntries(Object.entries(settings.mapping).filter(([path]) => !errors[`mapping.${path}`]))
  return Object.keys(mapping).length < Object.keys(settings.mapping).length ? { ...settings, mapping } : null
}

const usedColumns = ({ mapping }: ImportSettings) =>
  new Set(Object.values(mapping).flatMap((source) => ('column' in source ? [source.column] : [])))

/** The settings without fixed values that are still empty. */
const complete = ({ mapping, ...others }: ImportSettings): ImportSettings => ({
  ...others,
  mapping: Object.fromEntries(
    Object.entries(mapping).filter(([, source]) => 'column' in source || source.value !== ''),
  ),
})

function Option({ area, option, value, onChange }: OptionProps) {
  const key = `areas.${area.name}.import.${option.name}`
  const label = hasText(`${key}.label`) ? t(`${key}.label`) : fieldLabel(area, option.name)
  const defaultStatus = option.name === 'status' ? area.lifecycle?.start : undefined
  return (
    <FieldFrame label={label} hint={hasText(`${key}.help`) ? t(`${key}.help`) : undefined}>
      {(binding) => (
        <OptionRow
          {...binding}
          label={label}
          options={[...(defaultStatus ? [defaultStatus] : []), ...option.values].map((choice) => ({
            value: choice,
            label: choiceLabel(area, option.name, choice),
          }))}
          value={[typeof value === 'string' ? value : (defaultStatus ?? '')]}
          onChange={([picked]) => onChange(picked === defaultStatus ? null : (picked ?? null))}
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
