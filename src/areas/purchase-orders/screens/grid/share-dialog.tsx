import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Select from '@mui/material/Select'
import { useId, useState } from 'react'
import { packSize } from '#shared/trade/packs.ts'
import { fieldLabel, format, t } from '#web/i18n.ts'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import type { Size } from '#web/kit/form/use-sizes.ts'
import type { GridStore } from '#web/kit/grid/store.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { purchaseOrders } from '../../area'
import { type Ratio, type Sharing, shareByRatio, usualRatio } from '../form/ratios'
import { readQuantity } from './quantity'
import type { SizeSheet } from './use-sheet'

/** Shares one total among the sizes of several colourways, by the scale's usual ratio or in pre-packs. */
export function ShareDialog({ sheet, store, sizes, ratios, onClose }: Props) {
  const { rows: lines } = sheet
  const { top, bottom } = store.range()
  const [isAll, setAll] = useState(top === bottom)
  const usual = usualRatio(sizes)
  const [chosen, setChosen] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [isPack, setPack] = useState(false)
  const titleId = useId()
  const ratioId = chosen ?? (usual.length > 0 ? '' : String(ratios[0]?.id ?? ''))
  const ratio = ratios.find(({ id }) => String(id) === ratioId) ?? null
  const items = ratio?.items ?? usual
  const total = readQuantity(typed)
  const isTotal = typeof total === 'number' && total > 0
  const inPacks = isPack && ratio !== null
  const sharing = isTotal && items.length > 0 ? shareByRatio(total, sizes, items, inPacks) : null
  const rows = isAll ? lines.map((_, row) => row) : lines.flatMap((_, row) => (row >= top && row <= bottom ? row : []))
  const isUneven = sharing !== null && sharing.nearest.length > 0
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('grid.share_out')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {top !== bottom && (
          <RowChoice isAll={isAll} chosenCount={bottom - top + 1} allCount={lines.length} onChange={setAll} />
        )}
        <RatioChoice value={ratioId} usual={usual} ratios={ratios} onChange={setChosen} />
        <FieldFrame
          label={t('grid.units_each')}
          error={typed !== '' && !isTotal ? t('grid.whole_units') : undefined}
          hint={ratio ? t('grid.pack_of', { count: packSize(items) }) : undefined}
        >
          {({ id, describedBy }) => (
            <OutlinedInput
              id={id}
              size="small"
              autoFocus
              value={typed}
              error={typed !== '' && !isTotal}
              onChange={(event) => setTyped(event.target.value)}
              inputProps={{ inputMode: 'numeric', autoComplete: 'off', 'aria-describedby': describedBy }}
              sx={{ width: 160 }}
            />
          )}
        </FieldFrame>
        {ratio && (
          <FormControlLabel
            control={<Checkbox size="small" checked={isPack} onChange={(_, checked) => setPack(checked)} />}
            label={t('grid.as_packs')}
          />
        )}
        <Box role="status">
          {isUneven && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, fontSize: 13 }}>
              {t('grid.no_whole_packs', { total: format.number(total), units: packSize(items) })}
              {sharing.nearest.map((units) => (
                <Button key={units} size="small" variant="outlined" onClick={() => setTyped(String(units))}>
                  {t('grid.take_units', { units: format.number(units) })}
                </Button>
              ))}
            </Box>
          )}
          {sharing && !isUneven && <Preview sharing={sharing} sizes={sizes} />}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>{t('kit.cancel')}</Button>
        <Button
          variant="contained"
          disabled={!sharing || isUneven}
          onClick={() => {
            if (typeof total === 'number') sheet.share(rows, total, ratio, inPacks)
            onClose()
          }}
        >
          {t('grid.share_rows', { count: rows.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Chooses between the selected rows and all rows. */
const RowChoice = ({ isAll, chosenCount, allCount, onChange }: RowChoiceProps) => (
  <RadioGroup
    value={isAll ? 'all' : 'chosen'}
    aria-label={fieldLabel(areaOf(purchaseOrders, 'lines'), 'colourway_id')}
    onChange={(_, value) => onChange(value === 'all')}
  >
    <FormControlLabel
      value="chosen"
      control={<Radio size="small" />}
      label={t('grid.chosen_rows', { count: chosenCount })}
    />
    <FormControlLabel value="all" control={<Radio size="small" />} label={t('grid.all_rows', { count: allCount })} />
  </RadioGroup>
)

interface RowChoiceProps {
  isAll: boolean
  chosenCount: number
  allCount: number
  onChange: (isAll: boolean) => void
}

/** Chooses the usual ratio of the scale, or a pre-pack. */
const RatioChoice = ({ value, usual, ratios, onChange }: RatioChoiceProps) => (
  <FieldFrame label={t('grid.ratio')}>
    {({ id, describedBy }) => (
      <Select
        native
        size="small"
        fullWidth
        value={value}
        inputProps={{ id, 'aria-describedby': describedBy }}
        onChange={(event) => onChange(String(event.target.value))}
      >
        {usual.length > 0 && <option value="">{t('grid.usual_ratio', { ratio: mixOf(usual) })}</option>}
        {ratios.map((ratio) => (
          <option key={ratio.id} value={ratio.id}>
            {ratio.title}
          </option>
        ))}
        {usual.length === 0 && ratios.length === 0 && <option value="">{t('grid.no_ratios')}</option>}
      </Select>
    )}
  </FieldFrame>
)

interface RatioChoiceProps {
  /** The id of a pre-pack; empty for the usual ratio. */
  value: string
  usual: Ratio['items']
  ratios: readonly Ratio[]
  onChange: (value: string) => void
}

interface Props {
  sheet: SizeSheet
  store: GridStore
  sizes: readonly Size[]
  ratios: readonly Ratio[]
  onClose: () => void
}

/** The quantity of each size; names the sizes that got a unit by rounding. */
function Preview({ sharing, sizes }: { sharing: Sharing; sizes: readonly Size[] }) {
  const { quantities, extra, packs } = sharing
  const orderedSizes = sizes.filter(({ id }) => quantities.get(id))
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }} className="tabular">
        {orderedSizes.map(({ id, label }) => (
          <Box
            key={id}
            sx={{ bgcolor: 'action.hover', borderRadius: 1, px: 1, py: 0.5, minWidth: 52, textAlign: 'right' }}
          >
            <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{label}</Box>
            <Box sx={{ fontSize: 13 }}>{format.number(quantities.get(id) ?? null)}</Box>
          </Box>
        ))}
      </Box>
      <Box sx={{ fontSize: 13, color: 'text.secondary', mt: 0.5 }}>
        {packs !== null && t('grid.packs', { count: packs, packs: format.number(packs) })}
        {extra.length > 0 &&
          t('grid.rounding', {
            count: extra.length,
            sizes: extra.map((id) => sizes.find((size) => size.id === id)?.label).join(t('kit.comma')),
          })}
      </Box>
    </>
  )
}

const mixOf = (items: Ratio['items']) => items.map(({ units }) => units).join('-')
