import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { Section as Frame } from '#web/kit/page/section.tsx'
import { useReadinessPage, useReadinessSums, windowSize } from './readiness/data'
import { ReadinessMatrix } from './readiness/matrix'
import { mayCopyAny } from './readiness/rights'
import { ReadinessSummary } from './readiness/summary'
import { screenText } from './texts'

const CopyDialog = lazy(async () => ({ default: (await import('./readiness/copy-dialog')).CopyDialog }))

/**
 * Section on the page of an order: the readiness of its lines, and copying records of earlier orders to all of them.
 */
export function Section({ id }: { id: number }) {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const params = useMemo(
    (): [string, string][] => [
      ['purchase_order_id', String(id)],
      ['_sort', 'line_no'],
      ['_order', 'asc'],
    ],
    [id],
  )
  const conditions = useMemo(() => params.slice(0, 1), [params])
  const { data } = useReadinessPage(params, 0, windowSize)
  const { data: sums } = useReadinessSums(conditions, data !== undefined)
  const [isCopying, setCopying] = useState(false)
  const open = (data?.rows ?? []).flatMap(({ line }) => (line.line_status === 'open' ? [line.id] : []))
  if (!data || data.total === 0) return null
  return (
    <Frame
      title={screenText('readiness.title')}
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button size="small" component={Link} to={`/apps/readiness?purchase_order_id=${id}`}>
            {screenText('readiness.to_page')}
          </Button>
          {mayCopyAny(data.kinds) && open.length > 0 && (
            <Button size="small" variant="outlined" onClick={() => setCopying(true)}>
              {screenText('readiness.copy.title')}
            </Button>
          )}
        </Box>
      }
    >
      <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 1 }}>
        <ReadinessSummary sums={sums} />
      </Box>
      {!isPhone && (
        <Box sx={{ display: 'flex', flexDirection: 'column', mx: -2 }}>
          <ReadinessMatrix
            lines={{ params, total: data.total }}
            kinds={data.kinds}
            sums={sums}
            bar={null}
            maxHeight={480}
          />
        </Box>
      )}
      <Suspense>
        {isCopying && (
          <CopyDialog lines={open} kinds={data.kinds} onDone={() => {}} onClose={() => setCopying(false)} />
        )}
      </Suspense>
    </Frame>
  )
}
