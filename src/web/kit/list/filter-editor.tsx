import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import Popover from '@mui/material/Popover'
import Stack from '@mui/material/Stack'
import { useId, useState } from 'react'
import { type Area, allFields } from '#shared/kit/area.ts'
import type { Filter, Operator } from '#shared/kit/filter.ts'
import { operatorsOf } from '#shared/kit/list-query.ts'
import { isPreset } from '#shared/kit/worklist.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { SearchSelect } from '#web/fields/search-select.tsx'
import { fieldLabel, t } from '#web/i18n.ts'
import { RangesInput } from '#web/kit/form/ranges-input.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { operatorText, takesValue } from './filter-text'

/** Creates or edits a filter: field, operator, value. */
export function FilterEditor({ area, filter, anchor, onApply, onClose }: Props) {
  const [name, setName] = useState(filter?.field ?? null)
  const fieldId = useId()
  const options = filterableFields(area).map((name) => ({ value: name, label: fieldLabel(area, name) }))
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('kit.filter.add'), sx: { p: 2, width: 320, mt: 0.5 } } }}
    >
      <Stack spacing={1.5}>
        <SearchSelect
          id={fieldId}
          label={t('kit.filter.field')}
          placeholder={t('kit.filter.field')}
          options={options}
          chosen={options.find(({ value }) => value === name) ?? null}
          autoFocus={!filter}
          required
          onChoose={(option) => setName(option?.value ?? null)}
        />
        {name && (
          <Condition
            key={name}
            area={area}
            name={name}
            filter={filter?.field === name ? filter : null}
            onApply={onApply}
          />
        )}
      </Stack>
    </Popover>
  )
}

interface Props {
  area: Area
  filter: Filter | null
  anchor: HTMLElement
  onApply: (filter: Filter) => void
  onClose: () => void
}

function Condition({ area, name, filter, onApply }: ConditionProps) {
  const field = allFields(area)[name]
  const kind = fieldKinds[field?.kind ?? 'text']
  const knownOperators = field ? operatorsOf(field) : []
  const operators = kind.operators.filter(
    (operator) => knownOperators.includes(operator) && (takesValue(operator) || !field?.required),
  )
  const [op, setOp] = useState<Operator>(shownOperator(filter, operators))
  const [values, setValues] = useState<string[]>(filter?.values ?? [])
  const id = useId()
  const { FilterInput } = kind
  if (!field || !FilterInput) return null
  const ValueInput = op === '_within' ? RangesInput : FilterInput
  const isReady = !takesValue(op) || values.length > 0
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onApply({ field: name, op, values: takesValue(op) ? values : ['true'] })
      }}
    >
      <Stack spacing={1.5}>
        {operators.length > 1 && (
          <NativeSelect
            fullWidth
            value={op}
            onChange={(event) => {
              const next = event.target.value as Operator
              // Ranges and lists of values do not fit the inputs of other operators.
              if ([op, next].some((operator) => operator === '_within' || operator === '_in')) setValues([])
              setOp(next)
            }}
            input={<OutlinedInput size="small" />}
            inputProps={{ 'aria-label': t('kit.filter.operator') }}
          >
            {operators.map((operator) => (
              <option key={operator} value={operator}>
                {operatorText(field.kind, operator)}
              </option>
            ))}
          </NativeSelect>
        )}
        {takesValue(op) && (
          <ValueInput
            id={id}
            area={area}
            name={name}
            field={field}
            record={{}}
            op={op}
            values={values}
            onChange={setValues}
            label={t('kit.filter.value')}
          />
        )}
        <Button type="submit" variant="outlined" disabled={!isReady}>
          {t('kit.filter.apply')}
        </Button>
      </Stack>
    </Box>
  )
}

interface ConditionProps {
  area: Area
  name: string
  filter: Filter | null
  onApply: (filter: Filter) => void
}

/** The operator to edit a filter with: `status=issued` is equivalent to `status_in=issued` and is edited as a list. */
const shownOperator = (filter: Filter | null, operators: readonly Operator[]): Operator => {
  const defaultOperator = operators[0] ?? ''
  if (!filter) return defaultOperator
  if (operators.includes(filter.op)) return filter.op
  if (filter.op === '' && operators.includes('_in')) return '_in'
  return filter.op === '_ne' && operators.includes('_nin') ? '_nin' : defaultOperator
}

const filterableFields = (area: Area): string[] => {
  const { mayRead } = fieldRights()
  return Object.entries(allFields(area))
    .filter(([name, field]) => fieldKinds[field.kind].FilterInput && name !== 'id' && name !== 'version')
    .map(([name]) => name)
    .filter((name) => mayRead(area, name) && !isPreset(area, { field: name, op: '', values: [] }))
}
