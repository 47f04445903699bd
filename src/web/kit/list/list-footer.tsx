import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import NativeSelect from '@mui/material/NativeSelect'
import Tooltip from '@mui/material/Tooltip'
import { maxDepth } from '#shared/kit/list-query.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { fieldLabel, format, t } from '#web/i18n.ts'
import { Afterwards } from '#web/loading/afterwards.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { type PageSize, pageSizes } from './list-address'
import type { AreaListState } from './use-area-list'

/** The foot of a list: totals of all matches, page size, the range of rows shown, and buttons to other pages. */
export function ListFooter({ list }: { list: AreaListState }) {
  const { address, total, change, records, rowsFrom, isLoading } = list
  const rangeEnd = rowsFrom + records.length
  const pageEnd = address.page * address.size
  const hasNext = pageEnd < total && pageEnd + address.size <= maxDepth
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        alignItems: 'center',
        columnGap: 3,
        rowGap: 0.5,
        minHeight: 44,
        px: 1.5,
        py: 0.5,
        fontSize: 13,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Afterwards>
        <ListTotals list={list} />
        <Box sx={{ flex: 1 }} />
        <Box
          component="label"
          sx={{
            display: { xs: 'none', sm: 'flex' },
            alignItems: 'center',
            gap: 1,
            color: 'text.secondary',
            whiteSpace: 'nowrap',
          }}
        >
          {t('kit.list.rows')}
          <NativeSelect
            value={address.size}
            onChange={(event) => change({ size: Number(event.target.value) as PageSize })}
            input={<InputBase sx={{ fontSize: 13 }} />}
          >
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </NativeSelect>
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}>
          <Box component="span" className="tabular" aria-live="polite">
            {records.length === 0
              ? !isLoading &&
                (total === 0 ? t('kit.list.none') : t('kit.list.none_of', { total: format.number(total) }))
              : t('kit.list.range', {
                  from: format.number(rowsFrom + 1),
                  to: format.number(rangeEnd),
                  total: format.number(total),
                })}
          </Box>
          <PageButton
            label={t('kit.list.previous')}
            disabled={address.page <= 1}
            onClick={() => change({ page: address.page - 1 })}
          >
            <ChevronLeftRounded />
          </PageButton>
          <PageButton label={t('kit.list.next')} disabled={!hasNext} onClick={() => change({ page: address.page + 1 })}>
            <ChevronRightRounded />
          </PageButton>
        </Box>
      </Afterwards>
    </Box>
  )
}

function PageButton({ label, disabled, onClick, children }: PageButtonProps) {
  return (
    <Tooltip title={disabled ? '' : label}>
      <span>
        <IconButton
          size="small"
          aria-label={label}
          disabled={disabled}
          onClick={onClick}
          sx={{ p: { xs: 1.5, sm: 0.75 } }}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  )
}
interface PageButtonProps {
  label: string
  disabled: boolean
  onClick: () => void
  children: React.ReactNode
}

/** The totals of a list: quantities as one sum, money as one sum per currency. */
function ListTotals({ list: { area, totals } }: { list: AreaListState }) {
  if (!totals || totals.count === 0) return null
  const { mayRead } = fieldRights()
  const fields = (area.totals ?? []).filter((name) => mayRead(area, name))
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, m: 0 }}>
      {fields.map((name) => {
        const field = area.fields[name]
        if (!field) return null
        const isMoney = field.kind === 'amount' || field.kind === 'price'
        const texts = isMoney
          ? totals.sums
              .filter((sum) => sum[name] !== undefined && sum[name] !== null)
              .map((sum) => fieldKinds[field.kind].format(sum[name], { area, name, field, record: sum }))
          : [format.number(totals.sums.reduce((all, sum) => all + Number(sum[name] ?? 0), 0))]
        if (texts.length === 0) return null
        return (
          <Box key={name} sx={{ display: 'flex', gap: 1 }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {fieldLabel(area, name)}
            </Box>
            <Box component="dd" className="tabular" sx={{ m: 0, fontWeight: 600 }}>
              {texts.join(' · ')}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}
