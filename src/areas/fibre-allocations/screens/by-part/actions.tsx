import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { AnyRecord } from '#shared/kit/area.ts'
import { mayMove } from '#shared/kit/lifecycle.ts'
import type { BulkResult } from '#shared/kit/wire/bulk.ts'
import type { CompositionRow } from '#shared/trade/composition.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { moveLabel, t } from '#web/i18n.ts'
import type { BulkChange } from '#web/kit/bulk/bulk.ts'
import { BulkResults } from '#web/kit/bulk/bulk-results.tsx'
import { sendBulk } from '#web/kit/bulk/bulk-run.ts'
import { PasteDialog } from '#web/kit/composition/paste-dialog.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { can, fieldRights } from '#web/providers/permission.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { fibreAllocations } from '../../area'
import { screenText } from '../texts'
import { type ByPart, declareRows } from './data'

/** Actions on the selected compositions: fill, paste, submit, verify. */
export function ByPartActions({ selected, sources, onDone }: Props) {
  const [isPasting, setPasting] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ results: BulkResult[]; change?: BulkChange } | null>(null)
  const refresh = useRefresh()
  if (!can(fibreAllocations.name, 'edit') || !fieldRights().mayWrite(fibreAllocations, 'declared')) return null

  const run = async (doIt: () => Promise<BulkResult[]>, change?: BulkChange) => {
    setBusy(true)
    try {
      const results = await doIt()
      await refresh()
      const failed = results.filter(({ ok }) => !ok)
      if (failed.length > 0) setOutcome({ results, change })
      else {
        notify({ tone: 'success', text: screenText('by_part.done', { count: results.length }) })
        onDone([])
      }
    } catch (error) {
      notifyFailure(error)
    }
    setBusy(false)
  }
  const fill = (source: 'article' | 'earlier') => {
    const rowsFor = ({ id }: AnyRecord): readonly CompositionRow[] =>
      sources.find((source) => source.id === id)?.[source] ?? []
    const fillable = selected.filter((document) => rowsFor(document).length > 0)
    if (fillable.length === 0) return notify({ tone: 'info', text: screenText('by_part.no_source') })
    return run(() => declareRows(fillable, rowsFor))
  }
  const move = (name: string) => {
    const rows = movable(selected, name).map(({ id, version }) => ({ id, version }))
    const change: BulkChange = { steps: [{ move: name, ids: rows.map(({ id }) => id) }], inputs: {} }
    return run(() => sendBulk(fibreAllocations, change, { rows }, freshKey()), change)
  }
  const isIdle = isBusy || selected.length === 0
  return (
    <Box role="group" aria-label={screenText('by_part.actions')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button size="small" disabled={isIdle} onClick={() => fill('article')}>
        {screenText('by_part.from_article')}
      </Button>
      <Button size="small" disabled={isIdle} onClick={() => fill('earlier')}>
        {screenText('by_part.from_earlier')}
      </Button>
      <Button size="small" disabled={isIdle} onClick={() => setPasting(true)}>
        {t('composition.paste')}
      </Button>
      {moves.map(
        (name) =>
          movable(selected, name).length > 0 && (
            <Button key={name} size="small" variant="outlined" disabled={isBusy} onClick={() => move(name)}>
              {screenText('by_part.move', {
                move: moveLabel(fibreAllocations, name),
                count: movable(selected, name).length,
              })}
            </Button>
          ),
      )}
      {isPasting && (
        <PasteDialog
          area={areaOf(fibreAllocations, 'declared')}
          text=""
          replaces={selected.some(({ declared }) => Array.isArray(declared) && declared.length > 0)}
          onClose={() => setPasting(false)}
          onUse={(rows) => {
            setPasting(false)
            void run(() => declareRows(selected, () => rows as CompositionRow[]))
          }}
        />
      )}
      {outcome && (
        <BulkResults
          area={fibreAllocations}
          change={outcome.change}
          results={outcome.results}
          onClose={(failed) => {
            setOutcome(null)
            onDone(failed.map(({ id }) => id))
          }}
        />
      )}
    </Box>
  )
}

interface Props {
  selected: readonly AnyRecord[]
  sources: ByPart['sources']
  onDone: (failed: readonly number[]) => void
}

const moves = ['submit_evidence', 'resubmit', 'approve'] as const

const movable = (selected: readonly AnyRecord[], name: string) =>
  selected.filter((record) => mayMove(can, fibreAllocations, name, record) === 'allowed')
