import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { lazy, Suspense, useCallback, useState } from 'react'
import { Link as RouterLink, useNavigate, useParams } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import type { Language } from '#shared/kit/text.ts'
import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { choiceLabel, format, type Translator, t, translatorFor } from '#web/i18n.ts'
import { Allocations } from '#web/kit/allocation/lazy-allocations.tsx'
import { DossierDialog } from '#web/kit/dossier/lazy-dossier.tsx'
import { Attachments } from '#web/kit/files/lazy-attachments.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { StatusChip, ToneChip } from '#web/kit/page/status-chip.tsx'
import { RecordActions } from '#web/kit/record/area-show.tsx'
import { useBackToList } from '#web/kit/record/back-to-list.tsx'
import { History } from '#web/kit/record/history.tsx'
import { RecordLoading } from '#web/kit/record/record-loading.tsx'
import { SectionsOn } from '#web/kit/record/sections-on.tsx'
import { useLiveRecord } from '#web/kit/record/use-live-record.ts'
import { useCan } from '#web/providers/can-access.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { purchaseOrders } from '../area'
import { OrderRevisions, WaitingChange } from './change/order-changes'
import { DateStrip } from './date-strip'
import { isSupplierSide } from './facts'
import { FindingsList, findingsOf } from './findings'
import { HoldNote } from './hold-note'
import { OrderLines } from './lines/lines-table'
import { asOpenOrder, type OpenOrder } from './open-order'
import { dropMove, mayAnswerLines, nextLabel, nextStep, proposalMoves } from './order-steps'
import { OrderNotes, OrderTerms } from './show-terms'
import { copyParameter, screenText } from './texts'

/** The page of an order: status and next step, dates, lines, terms, changes, history. */
export function Show({ area }: { area: Area }) {
  const { id } = useParams()
  const { record, error, refetch } = useLiveRecord(area, id)
  const back = useBackToList(area)
  const [search, setSearch] = usePageSearch()
  const [changing, setChanging] = useState<{ move: string; startAt?: number; drop?: number } | null>(null)
  const [printing, setPrinting] = useState<Translator[] | null>(null)
  const [hasDossier, setDossier] = useState(false)
  const navigate = useNavigate()
  const mayCopy = useCan(area.name, 'create')
  const printed = useCallback(() => setPrinting(null), [])
  if (!record) return <RecordLoading area={purchaseOrders} error={error} onRetry={refetch} />
  const order = asOpenOrder(record)
  const findings = findingsOf(order)
  const dropping = dropMove(order)
  // A line's own page links here to drop it.
  const dropped = dropping && order.lines.find(({ id }) => String(id) === search.get('drop'))
  const opened = changing ?? (dropped ? { move: dropping, drop: dropped.id } : null)
  const close = () => {
    setChanging(null)
    if (search.has('drop')) setSearch({}, { replace: true })
  }
  const papers = [
    ...prints.map(({ name, languages }) => ({
      label: screenText(`print.${name}`),
      onSelect: () => void Promise.all(languages.map(translatorFor)).then((tongues) => setPrinting(tongues)),
    })),
    ...prints.map(({ name }) => ({ label: screenText(`pdf.${name}`), onSelect: () => void downloadPdf(order, name) })),
    { label: t('kit.dossier'), onSelect: () => setDossier(true) },
    ...(mayCopy
      ? [
          {
            label: screenText('copy.menu'),
            onSelect: () => navigate(`${area.path}/new?${copyParameter}=${order.id}`),
          },
        ]
      : []),
  ]
  const runMove = (move: string) => {
    const isChange = proposalMoves.has(move)
    if (isChange) setChanging({ move })
    return isChange
  }
  return (
    <Page
      title={orderTitle(order)}
      facts={<Facts order={order} />}
      back={back}
      actions={
        <RecordActions
          area={area}
          record={order}
          next={nextStep(order)}
          nextLabel={nextLabel(order)}
          take={runMove}
          extra={papers}
        />
      }
    >
      {order.on_hold && isSupplierSide() && <HoldNote order={order} />}
      <FindingsList order={order} findings={findings} />
      <WaitingChange order={order} />
      <DateStrip order={order} />
      <OrderLines
        order={order}
        findings={findings}
        onAnswer={mayAnswerLines(order) ? ({ id }) => setChanging({ move: 'propose_change', startAt: id }) : undefined}
        onDrop={dropping ? ({ id }) => setChanging({ move: dropping, drop: id }) : undefined}
      />
      <OrderNotes order={order} />
      <OrderTerms order={order} />
      {order.status !== 'draft' && (
        <Box sx={{ minHeight: roomForReadiness(order.lines.length), display: 'flex', flexDirection: 'column', gap: 2 }}>
          <SectionsOn area={purchaseOrders} id={order.id} />
        </Box>
      )}
      <Allocations order={order.id} count={order.lines.length} isDraft={order.status === 'draft'} />
      <OrderRevisions order={order} />
      <Attachments area={area} id={order.id} />
      <History area={area} id={order.id} />
      {printing?.[0] && (
        <Suspense>
          <OrderPaper order={order} tongues={printing as [Translator, ...Translator[]]} onPrinted={printed} />
        </Suspense>
      )}
      {hasDossier && (
        <DossierDialog
          target={{ area: purchaseOrders.name, ids: [order.id] }}
          subject={order.po_no}
          onClose={() => setDossier(false)}
        />
      )}
      {opened && (
        <Suspense>
          <ChangeDialog order={order} {...opened} onClose={close} />
        </Suspense>
      )}
    </Page>
  )
}

/** Reserves the height of the readiness section, which loads separately, so that the content below does not move. */
const roomForReadiness = (lines: number) => ({ xs: 192, sm: 202 + 56 * Math.min(lines, 6) })

const ChangeDialog = lazy(async () => ({ default: (await import('./change/dialog')).ChangeDialog }))

const OrderPaper = lazy(async () => ({ default: (await import('./order-paper')).OrderPaper }))

/** Printed versions: in either language, or in both. */
const prints: readonly { name: string; languages: readonly Language[] }[] = [
  { name: 'en', languages: ['en'] },
  { name: 'zh', languages: ['zh'] },
  { name: 'both', languages: ['en', 'zh'] },
]

/** Downloads the order as PDF, made by the server with the fields that the user may read. */
const downloadPdf = async ({ id, po_no }: OpenOrder, language: string) => {
  const { download } = await import('#web/kit/files/download.ts')
  await download(`/api/purchase-orders/${id}/pdf`, `${po_no}.pdf`, new URLSearchParams({ language })).catch(
    notifyFailure,
  )
}

/** `PO 4501`, `PO 4501 rev 2`; a number that begins with PO is not prefixed. */
const orderTitle = ({ po_no, revision_no }: OpenOrder): string => {
  const title = /^PO/i.test(po_no) ? po_no : screenText('title', { po_no })
  return revision_no ? screenText('revised', { title, revision: revision_no }) : title
}

/** Lines break between facts only, so that an amount stays with its currency. */
const factsStyle = {
  '& > span': { display: 'inline-block' },
  '& > span:not(:last-child)::after': { content: '"·"', mx: 0.5 },
} as const

function Facts({ order }: { order: OpenOrder }) {
  const { mayRead } = fieldRights()
  const valueText = (name: string) => (mayRead(purchaseOrders, name) ? formatValue(purchaseOrders, name, order) : '')
  const facts: Record<string, string> = {
    house_brand_id: valueText('house_brand_id'),
    season_id: valueText('season_id'),
    total_qty: screenText('lines.units', { count: order.total_qty ?? 0, units: format.number(order.total_qty) }),
    total_value: valueText('total_value'),
    ex_factory_date: order.ex_factory_date ? screenText('leaves', { date: format.date(order.ex_factory_date) }) : '',
  }
  return (
    <>
      <StatusChip area={purchaseOrders} status={order.status} />
      {order.on_hold && (
        <ToneChip tone="warning">
          {order.hold_type ? choiceLabel(purchaseOrders, 'hold_type', order.hold_type) : screenText('on_hold')}
        </ToneChip>
      )}
      {order.archived_at && <ToneChip tone="neutral">{t('kit.show.archived')}</ToneChip>}
      <Box className="tabular" sx={factsStyle}>
        <span>
          <SupplierName order={order} />
        </span>
        {Object.entries(facts).map(([name, fact]) => fact && <span key={name}>{fact}</span>)}
      </Box>
    </>
  )
}

/** Suppliers need no link to themselves. */
function SupplierName({ order }: { order: OpenOrder }) {
  const suppliers = areaOf(purchaseOrders, 'supplier_id')
  const name = mentionTitle(mentionOf(order, 'supplier_id'))
  const isOpen = useCan(suppliers.name, 'read') && !isSupplierSide()
  if (!isOpen) return name
  return (
    <Link component={RouterLink} to={`${suppliers.path}/${order.supplier_id}`} sx={{ color: 'inherit' }}>
      {name}
    </Link>
  )
}
