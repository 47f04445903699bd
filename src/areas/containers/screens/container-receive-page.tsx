import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useCallback } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import { useIsLeft } from '#web/hooks/use-is-left.ts'
import { loadAllAreas, useLanguage } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { notify } from '#web/shell/messages/messages.ts'
import { containers as area } from '../area'
import { goodsOf } from './goods'
import { fillOpen, isChanged, openSizes } from './receive/count'
import { CountedLine } from './receive/counted-line'
import { ScanCartons } from './receive/scan-cartons'
import { useCount } from './receive/use-count'
import { screenText } from './texts'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

/** Counts the goods of a container, by scanning cartons or by hand; also on phones. */
export function Page() {
  useLanguage()
  const id = Number(useParams().id)
  const navigate = useNavigate()
  const isLeft = useIsLeft()
  const path = `${area.path}/${id}`
  const onReceived = useCallback(
    (record: AnyRecord) => {
      notify({ tone: 'success', text: screenText('receive.received', { name: record.container_title }) })
      if (!isLeft()) navigate(path)
    },
    [navigate, isLeft, path],
  )
  const { sheet, count, fault, isBusy, error, refetch, change, save, receive } = useCount(id, onReceived)
  const title = screenText('receive.title', {
    name: sheet ? formatValue(area, 'container_title', sheet.record) : '',
  })
  const lines = sheet ? goodsOf(sheet.record) : []
  const open = count ? openSizes(count, lines) : 0
  return (
    <Frame title={title} back={{ to: path, label: screenText('receive.back') }} fit="form">
      {error && !sheet ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !sheet || !count ? (
        <Box role="status" sx={{ minHeight: 240 }} />
      ) : sheet.record.status !== 'unloading' ? (
        <EmptyState title={screenText('receive.not_unloading')} />
      ) : (
        <>
          <ScanCartons sheet={sheet} count={count} onChange={change} />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, fontSize: 13 }}>
            <Box sx={{ flex: '1 1 240px', color: 'text.secondary' }}>
              {screenText(sheet.blind ? 'receive.blind_help' : 'receive.counts_help')}
            </Box>
            {!sheet.blind && (
              <Button
                variant="outlined"
                disabled={open === 0}
                onClick={() => change((now) => fillOpen(now, lines, 'expected'))}
                sx={touch}
              >
                {screenText('receive.all_as_expected')}
              </Button>
            )}
            <Button
              variant="outlined"
              disabled={open === 0}
              onClick={() => change((now) => fillOpen(now, lines, 'zero'))}
              sx={touch}
            >
              {screenText('receive.zero_open')}
            </Button>
          </Box>
          {lines.map((line) => (
            <CountedLine key={line.id} line={line} count={count} blind={sheet.blind} onChange={change} />
          ))}
          <Box sx={bar}>
            <Box role="status" sx={{ flex: '1 1 200px', fontSize: 13, color: 'text.secondary' }}>
              {open > 0 ? screenText('receive.open', { count: open }) : screenText('receive.all_counted')}
              {isChanged(count, lines) && <Box>{screenText('receive.kept')}</Box>}
            </Box>
            <Button
              variant="outlined"
              disabled={isBusy || !isChanged(count, lines)}
              onClick={() => void save(() => notify({ tone: 'success', text: screenText('receive.saved') }))}
              sx={touch}
            >
              {screenText('receive.save')}
            </Button>
            <Button variant="contained" disabled={isBusy || open > 0} onClick={() => void receive()} sx={touch}>
              {screenText('receive.finish')}
            </Button>
            {fault && (
              <Box role="alert" sx={{ flex: '1 1 100%', fontSize: 13, color: 'error.main' }}>
                {fault}
              </Box>
            )}
          </Box>
        </>
      )}
    </Frame>
  )
}

const touch = { minHeight: { xs: 44, sm: 36 } } as const

const bar = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  p: 1.5,
  borderRadius: 1,
  bgcolor: 'background.paper',
  boxShadow: 1,
} as const
