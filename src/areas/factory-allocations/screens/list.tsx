import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { AnyRecord, Area } from '../../../shared/area'
import type { Tone } from '../../../shared/lifecycle'
import type { Filter } from '../../../shared/list-query'
import { useLanguage } from '../../../web/i18n'
import { AreaList } from '../../../web/kit/area-list'
import type { Preset } from '../../../web/kit/presets'
import { can, fieldRights } from '../../../web/providers/permission'
import { factoryAllocations } from '../area'
import { word } from './words'

/** Allocations of factories by the answer that they wait for, with the ways to lines without one and to what factories can make. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: they speak the language in use
  const presets = useMemo(allocationPresets, [language])
  return (
    <AreaList
      area={area}
      presets={presets}
      rowMark={markOf}
      actions={
        <>
          {can(`page:${area.path}/lines`, 'open') && (
            <Button variant="outlined" component={Link} to={`${area.path}/lines`}>
              {word('links.lines')}
            </Button>
          )}
          {can(`page:${area.path}/capacity`, 'open') && (
            <Button variant="outlined" component={Link} to={`${area.path}/capacity`}>
              {word('links.capacity')}
            </Button>
          )}
        </>
      }
    />
  )
}

const allocationPresets = (): Preset[] => [
  preset('all'),
  preset('to_approve', is('status', 'proposed')),
  preset('approved', is('status', 'approved')),
  preset('rejected', is('status', 'rejected')),
  ...(fieldRights().mayRead(factoryAllocations, 'over_capacity') ? [preset('over', is('over_capacity', 'true'))] : []),
]

const preset = (name: string, ...filters: Filter[]): Preset => ({ name, label: word(`presets.${name}`), filters })

const is = (field: string, value: string): Filter => ({ field, op: '', values: [value] })

const markOf = ({ over_capacity, status }: AnyRecord): Tone | null =>
  over_capacity === true ? 'danger' : status === 'proposed' ? 'warning' : null
