import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { ReactNode } from 'react'
import { get, useFormState, useWatch } from 'react-hook-form'
import type { Area } from '#shared/kit/area.ts'
import { titleOf } from '#web/fields/titles.ts'
import { t } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Field, useRow } from './field'

/** A row as a card, for phones. A collapsible card starts collapsed to its name. */
export function RowCard({ isCollapsible, isCollapsed, onToggle, ...row }: RowCardProps) {
  const { area, prefix, position, main, details, detailsButton, actions } = row
  const { errors } = useFormState()
  const path = prefix.slice(0, -1)
  // Rows with errors are always expanded.
  const isShut = isCollapsed && !get(errors, path)
  return (
    <Box
      role="group"
      data-row={path}
      aria-label={t('kit.rows.position', { position })}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 1.5, py: isShut ? 0.5 : 1.5 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', mb: isShut ? 0 : 1 }}>
        {isCollapsible ? (
          <CardHead area={area} prefix={prefix} position={position} main={main} isOpen={!isShut} onToggle={onToggle} />
        ) : (
          <Box sx={{ flex: 1, fontWeight: 600 }}>{t('kit.rows.position', { position })}</Box>
        )}
        {actions}
        {!isShut && detailsButton}
      </Box>
      {!isShut && (
        <>
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            {main.map((name) => (
              <Field key={name} area={area} name={name} prefix={prefix} />
            ))}
          </Box>
          {details}
        </>
      )}
    </Box>
  )
}

interface RowCardProps {
  area: Area
  prefix: string
  position: number
  main: readonly string[]
  isCollapsible: boolean
  isCollapsed: boolean
  onToggle: () => void
  details: ReactNode
  detailsButton: ReactNode
  actions: ReactNode
}

/** The head of a collapsible card, with the row's name; collapsed also with its first other value. */
function CardHead({ area, prefix, position, main, isOpen, onToggle }: CardHeadProps) {
  const stored = useRow(prefix)
  const row: typeof stored = { ...stored, ...useWatch({ name: prefix.slice(0, -1) }) }
  const title = row[area.title] ? titleOf(area, row) : t('kit.rows.position', { position })
  const firstValue = main.map((name) => formatValue(area, name, row)).find((value) => value && value !== title)
  return (
    <ButtonBase
      data-head
      aria-expanded={isOpen}
      onClick={onToggle}
      sx={{ flex: 1, minWidth: 0, minHeight: 44, display: 'block', textAlign: 'left', borderRadius: 1 }}
    >
      <Box component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
        {title}
      </Box>
      {!isOpen && (
        <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
          {firstValue}
        </Box>
      )}
    </ButtonBase>
  )
}

interface CardHeadProps {
  area: Area
  prefix: string
  position: number
  main: readonly string[]
  isOpen: boolean
  onToggle: () => void
}
