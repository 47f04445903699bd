import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId, useMemo, useState } from 'react'
import { withoutTrailingZeros } from '#shared/base/money.ts'
import type { Area } from '#shared/kit/area.ts'
import { type GarmentComponent, garmentComponents } from '#shared/trade/composition.ts'
import {
  longestComposition,
  type NamedFibre,
  type ParsedRow,
  parseComposition,
  qualifiedName,
} from '#shared/trade/composition-text.ts'
import { SearchSelect } from '#web/fields/search-select.tsx'
import { choiceLabel, language, t } from '#web/i18n.ts'
import { keepingEntries } from '#web/kit/form/keeps-entries.ts'
import { Problems } from '#web/kit/form/problems.tsx'
import type { EditedRow } from './composition-row'
import { CompositionTotal } from './composition-total'
import { useFibreLibrary } from './fibre-library'

/**
 * Reads a composition from a text and shows the result for confirmation. For unknown names the person selects a fibre.
 */
export function PasteDialog({ area, text, replaces, onUse, onClose }: Props) {
  const ids = { title: useId(), help: useId() }
  const [typed, setTyped] = useState(text)
  const [chosen, setChosen] = useState<ReadonlyMap<string, number | null>>(new Map())
  const { data: fibres, error } = useFibreLibrary(true)
  const parsed = useMemo(() => parseComposition(typed, fibres ?? []), [typed, fibres])
  const hasParts = area.fields.component !== undefined
  const rows = parsed.rows.map((row) => ({
    ...row,
    component: hasParts ? row.component : 'shell',
    fibre_id: row.fibre_id ?? chosen.get(row.name) ?? null,
  }))
  const unknown = [...new Set(parsed.rows.flatMap(({ fibre_id, name }) => (fibre_id === null ? [name] : [])))]
  const used = rows.filter((row) => row.fibre_id !== null)
  return (
    <Dialog
      open
      onClose={keepingEntries(() => typed !== text || chosen.size > 0, onClose)}
      fullWidth
      maxWidth="sm"
      aria-labelledby={ids.title}
    >
      <DialogTitle id={ids.title}>{t('composition.paste_title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText id={ids.help} sx={{ fontSize: 13 }}>
          {t('composition.paste_help')}
        </DialogContentText>
        <OutlinedInput
          multiline
          minRows={2}
          maxRows={6}
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          inputProps={{
            'aria-label': t('composition.paste_input'),
            'aria-describedby': ids.help,
            maxLength: longestComposition,
          }}
        />
        <Problems error={error} />
        {fibres && <Recognised area={area} rows={rows} fibres={fibres} hasParts={hasParts} />}
        {fibres &&
          unknown.map((name) => (
            <UnknownName
              key={name}
              name={name}
              fibres={fibres}
              chosen={chosen.get(name) ?? null}
              onChoose={(id) => setChosen((previous) => new Map(previous).set(name, id))}
            />
          ))}
        {fibres &&
          parsed.unread.map((line) => (
            <Alert key={line} severity="warning" variant="outlined">
              {t('composition.unread', { line })}
            </Alert>
          ))}
        {replaces && used.length > 0 && (
          <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('composition.replaces')}</Box>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>{t('kit.cancel')}</Button>
        <Button
          variant="contained"
          disabled={used.length === 0}
          onClick={() => onUse(used.map((row) => editedRow(row, hasParts)))}
        >
          {t('composition.use', { count: used.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface Props {
  /** The area of the rows. */
  area: Area
  text: string
  /** Whether there are rows, which the pasted ones replace. */
  replaces: boolean
  onUse: (rows: EditedRow[]) => void
  onClose: () => void
}

/** The recognised rows by part, with their sums. */
function Recognised({ area, rows, fibres, hasParts }: FoundProps) {
  const totalId = useId()
  const nameOf = (row: ParsedRow) => {
    const fibre = fibres.find(({ id }) => id === row.fibre_id)
    return fibre ? qualifiedName(fibreName(fibre), row, language()) : row.name
  }
  const components = garmentComponents.filter((component) => rows.some((row) => row.component === component))
  if (components.length === 0) return null
  return (
    <Box role="group" aria-label={t('composition.found')} sx={{ display: 'grid', gap: 1, fontSize: 14 }}>
      {components.map((component) => (
        <div key={component}>
          {hasParts && <Box sx={{ fontWeight: 600, fontSize: 13 }}>{choiceLabel(area, 'component', component)}</Box>}
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {rows.map((row, index) =>
              row.component === component ? (
                <Box
                  component="li"
                  // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a text have no identity
                  key={index}
                  sx={row.fibre_id === null ? { color: 'text.secondary', fontStyle: 'italic' } : undefined}
                >
                  <span className="tabular">{withoutTrailingZeros(row.pct)}%</span> {nameOf(row)}
                </Box>
              ) : null,
            )}
          </Box>
          <CompositionTotal
            id={`${totalId}-${component}`}
            rows={rows.filter(({ fibre_id }) => fibre_id !== null)}
            component={component}
          />
        </div>
      ))}
    </Box>
  )
}

interface FoundProps {
  area: Area
  rows: readonly (ParsedRow & { component: GarmentComponent })[]
  fibres: readonly NamedFibre[]
  hasParts: boolean
}

/** Selects the fibre for a name that the library does not have, or none. */
function UnknownName({ name, fibres, chosen, onChoose }: UnknownNameProps) {
  const id = useId()
  const options = useMemo(
    () => fibres.map((fibre) => ({ value: String(fibre.id), label: fibreName(fibre), note: fibre.code })),
    [fibres],
  )
  return (
    <Box>
      <Box component="label" id={`${id}-label`} htmlFor={id} sx={{ display: 'block', fontSize: 13, mb: 0.5 }}>
        {t('composition.unknown', { name })}
      </Box>
      <SearchSelect
        id={id}
        label={t('composition.unknown', { name })}
        labelId={`${id}-label`}
        options={options}
        chosen={options.find(({ value }) => value === String(chosen)) ?? null}
        onChoose={(option) => onChoose(option ? Number(option.value) : null)}
        help={t('composition.unknown_help')}
      />
    </Box>
  )
}

interface UnknownNameProps {
  name: string
  fibres: readonly NamedFibre[]
  chosen: number | null
  onChoose: (id: number | null) => void
}

const fibreName = ({ name_en, name_zh }: NamedFibre): string => (language() === 'zh' && name_zh) || name_en

const editedRow = ({ component, fibre_id, pct, recycled = false, organic = false }: ParsedRow, hasParts: boolean) => ({
  ...(hasParts ? { component } : {}),
  fibre_id,
  pct,
  recycled,
  organic,
})
