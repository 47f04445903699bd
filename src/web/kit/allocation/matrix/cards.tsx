import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import type { AllocationPlan } from '#shared/trade/allocation.ts'
import type { MatrixRow } from '#shared/trade/allocation-matrix.ts'
import { titleOf } from '#web/fields/titles.ts'
import { choiceLabel, t } from '#web/i18n.ts'
import { CellChip } from './cell-chip'
import { lineWords, orderWords } from './line-words'
import { type CellSelection, chosenCells, keyOf, toggleCells } from './selection'

/** The matrix on phones: a card per line with a list of its types. */
export function MatrixCards({ area, plan, types, rows, selectable, selection, onSelect }: Props) {
  const lines = register.get(plan.lines)
  const typeField = plan.typed?.by ?? ''
  const chosen = chosenCells(selection)
  return (
    <Box
      component="ul"
      aria-label={t('editing.matrix.title')}
      sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}
    >
      {rows.map(({ line, cells }, row) => {
        const keys = types.map((_, column) => keyOf({ row, column }))
        const isChosen = keys.every((key) => chosen.has(key))
        const title = titleOf(lines, line)
        return (
          <Box
            component="li"
            key={line.id}
            sx={({ palette }) => ({
              bgcolor: isChosen ? palette.surfaces.chosen : palette.background.paper,
              borderRadius: 1,
              p: 1.5,
            })}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 44 }}>
              {selectable && (
                <Checkbox
                  sx={{ p: '12px', ml: '-12px', my: '-6px' }}
                  checked={isChosen}
                  inputProps={{ 'aria-label': t('editing.matrix.choose_line', { line: title }) }}
                  onChange={() => onSelect(toggleCells(selection, keys))}
                />
              )}
              <Box sx={{ minWidth: 0 }}>
                <Box sx={{ fontWeight: 600 }}>{title}</Box>
                <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{orderWords(line)}</Box>
                <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{lineWords(line)}</Box>
              </Box>
            </Box>
            <Box component="dl" sx={{ m: 0, mt: 1 }}>
              {types.map((type) => {
                const cell = cells[type]
                if (!cell || cell.state === 'not_required') return null
                return (
                  <Box
                    key={type}
                    data-state={cell.state}
                    sx={{
                      display: 'flex',
                      alignItems: 'center',
                      justifyContent: 'space-between',
                      gap: 1,
                      minHeight: 44,
                    }}
                  >
                    <Box component="dt" sx={{ fontSize: 13, color: 'text.secondary' }}>
                      {choiceLabel(area, typeField, type)}
                    </Box>
                    <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
                      <CellChip area={area} cell={cell} />
                    </Box>
                  </Box>
                )
              })}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}

interface Props {
  area: Area
  plan: AllocationPlan
  types: readonly string[]
  rows: readonly MatrixRow[]
  selectable: boolean
  selection: CellSelection
  onSelect: (selection: CellSelection) => void
}
