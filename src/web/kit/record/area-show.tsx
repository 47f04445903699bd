import EditRounded from '@mui/icons-material/EditRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { type Area, canBeDeleted, canChangeFiles, rowsOf, seesFilesOf } from '#shared/kit/area.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { titleOf } from '#web/fields/titles.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { fieldLabel, format, t } from '#web/i18n.ts'
import { Attachments } from '#web/kit/files/lazy-attachments.tsx'
import { sectionsOf } from '#web/kit/form/area-sections.ts'
import { type SectionPlan, sectionHelp, sectionTitle } from '#web/kit/form/sections.ts'
import { defaultColumns } from '#web/kit/list/use-area-list.ts'
import { MoveButtons, type NextMoves } from '#web/kit/moves/move-buttons.tsx'
import { formatValue } from '#web/kit/page/cell.tsx'
import { listAddress } from '#web/kit/page/list-memory.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { StatusChip, ToneChip } from '#web/kit/page/status-chip.tsx'
import { CanAccess, useCan } from '#web/providers/can-access.tsx'
import { dataProvider } from '#web/providers/data.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { session } from '#web/providers/session.ts'
import { confirmDialog, notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { useBackToList } from './back-to-list'
import { FactList } from './fact-list'
import { History } from './history'
import { isEditable, type OpenRecord } from './record-actions'
import { RecordLoading } from './record-loading'
import { Related, referringAreas } from './related'
import { RowsTable } from './rows-table'
import { useLiveRecord } from './use-live-record'

/**
 * The standard page of a record: key facts, actions, its fields and rows, records that refer to it, files and history.
 */
export function AreaShow({ area, sections }: AreaShowProps) {
  return (
    <RecordPage area={area}>
      {(record) => (
        <>
          <ShowSections area={area} sections={sections} record={record} />
          {!area.single && <RelatedAreas area={area} id={record.id} />}
        </>
      )}
    </RecordPage>
  )
}

/**
 * The frame of a record's page: link back with record stepper, key facts, actions, the area's content, files and
 * history. `next` names the move of the primary button.
 */
export function RecordPage(props: RecordPageProps) {
  const { area, title = titleOf, facts, next, held, actions, needs, onMoved, children } = props
  const { id } = useParams()
  const { record: loaded, error, refetch } = useLiveRecord(area, area.single ? '1' : id)
  const back = useBackToList(area)
  const record = loaded && withHeldMoves(loaded, held)
  if (!record) return <RecordLoading area={area} error={error} onRetry={refetch} />
  return (
    <Page
      title={title(area, record)}
      facts={<KeyFacts area={area} record={record} fields={facts} />}
      back={back}
      actions={
        <>
          {actions?.(record)}
          <RecordActions area={area} record={record} next={next?.(record)} onMoved={onMoved} />
        </>
      }
    >
      {children(record)}
      {!area.single && mayAttach(area) && (
        <Attachments area={area} id={record.id} needs={needs?.(record)} locked={!canChangeFiles(area, record)} />
      )}
      <History area={area} id={record.id} />
    </Page>
  )
}

/** The record with the moves that the page withholds marked as not allowed. */
const withHeldMoves = (record: OpenRecord, held: RecordPageProps['held'] = {}): OpenRecord => ({
  ...record,
  moves: record.moves?.map((offer) => {
    const reason = held[offer.name]
    return offer.allowed && reason ? { ...offer, allowed: false, reason } : offer
  }),
})

const mayAttach = (area: Area) => {
  const role = session()?.role
  return role !== undefined && seesFilesOf(area, role)
}

export interface RecordPageProps {
  area: Area
  title?: (area: Area, record: OpenRecord) => string
  /** Key facts next to the state; by default the first columns of the area's list. */
  facts?: readonly string[]
  next?: (record: OpenRecord) => NextMoves
  /** Moves that the page does not allow yet, with the reason. */
  held?: Readonly<Record<string, string | undefined>>
  /** Actions in addition to editing and moves. */
  actions?: (record: OpenRecord) => ReactNode
  /** Kinds of attachments without which the next step is refused. */
  needs?: (record: OpenRecord) => readonly AttachmentKind[]
  /** Called after a move, to navigate elsewhere. */
  onMoved?: (move: string, record: OpenRecord) => void
  children: (record: OpenRecord) => ReactNode
}

/** Lists of records that refer to this one, one per area. */
export const RelatedAreas = ({ area, id }: { area: Area; id: number }) =>
  referringAreas(area).map((referring) => <Related key={`${referring.area} ${referring.by}`} {...referring} id={id} />)

interface AreaShowProps {
  area: Area
  sections?: readonly SectionPlan[]
}

/** The state of a record and its first facts, in one line. */
export function KeyFacts({ area, record, fields }: { area: Area; record: OpenRecord; fields?: readonly string[] }) {
  const facts = (fields ?? defaultColumns(area).filter((name) => isKeyFact(area, name)))
    .map((name) => ({ name, written: formatValue(area, name, record) }))
    // In Chinese the title is the value of another field (`titleZh`), which would be repeated.
    .filter(({ written }) => written !== '' && written !== titleOf(area, record))
    .slice(0, fields?.length ?? 4)
  return (
    <>
      {record.status && <StatusChip area={area} status={record.status} />}
      {record.archived_at && <ToneChip tone="neutral">{t('kit.show.archived')}</ToneChip>}
      {facts.map(({ name, written }) => (
        <Box component="span" key={name}>
          {fieldLabel(area, name)}{' '}
          <Box component="span" className="tabular" sx={{ color: 'text.primary' }}>
            {written}
          </Box>
        </Box>
      ))}
    </>
  )
}

/** Whether a field fits in the line of key facts and is not shown elsewhere in the head. */
const isKeyFact = (area: Area, name: string) =>
  ![area.title, 'status', 'currency'].includes(name) && area.fields[name]?.kind !== 'long_text'

/** The actions of a record: editing, the next move as the only filled button, other moves and deletion in a menu. */
export function RecordActions({ area, record, next, nextLabel, take, onMoved, extra = [] }: RecordActionsProps) {
  const navigate = useNavigate()
  const refresh = useRefresh()
  const title = titleOf(area, record)
  const remove = async () => {
    const agreed = await confirmDialog({
      title: t('kit.show.delete_title', { title }),
      body: t('kit.show.delete_body'),
      confirm: t('kit.show.delete'),
      danger: true,
    })
    if (!agreed) return
    try {
      await dataProvider.deleteOne({ resource: area.name, id: record.id, variables: { version: record.version } })
      notify({ tone: 'success', text: t('kit.show.deleted', { title }) })
      navigate(listAddress(area), { replace: true })
      await refresh()
    } catch (error) {
      notifyFailure(error)
    }
  }
  const mayDelete = useCan(area.name, 'delete') && canBeDeleted(area, record) && !area.single && !area.partOf
  return (
    <>
      {isEditable(area, record) && (
        <CanAccess resource={area.name} action="edit">
          <Button
            variant="outlined"
            component={Link}
            to={area.single ? `${area.path}/1/edit` : `${area.path}/${record.id}/edit`}
            startIcon={<EditRounded />}
          >
            {t('kit.show.edit')}
          </Button>
        </CanAccess>
      )}
      <MoveButtons
        area={area}
        record={record}
        next={next}
        nextLabel={nextLabel}
        take={take}
        onMoved={onMoved}
        extra={[
          ...extra,
          ...(mayDelete ? [{ label: t('kit.show.delete'), danger: true, onSelect: () => void remove() }] : []),
        ]}
      />
    </>
  )
}

interface RecordActionsProps {
  area: Area
  record: OpenRecord
  next?: NextMoves
  nextLabel?: string
  take?: (move: string) => boolean
  onMoved?: RecordPageProps['onMoved']
  /** Further menu entries. */
  extra?: readonly { label: string; onSelect: () => void }[]
}

/**
 * The fields and rows of a record in the given sections, else the area's, else the default ones. Empty long texts and
 * empty read-only fields are left out.
 */
export function ShowSections({ area, sections, record }: AreaShowProps & { record: OpenRecord }) {
  const { mayRead } = fieldRights()
  const fields = Object.entries(area.fields)
    .filter(
      ([name, { kind, options }]) =>
        mayRead(area, name) && !((options.readOnly || kind === 'long_text') && isEmpty(record[name])),
    )
    .map(([name]) => name)
  const rowNames = rowsOf(area).map(([name]) => name)
  return (sections ?? sectionsOf(area, fields)).map(({ name, fields: planned }) => {
    const shown = planned.filter((field) => fields.includes(field))
    if (shown.length === 0) return null
    return (
      <Section key={name} title={sectionTitle(area, name)} help={sectionHelp(area, name)}>
        {rowNames.includes(name) ? (
          <RowsTable area={area} name={name} record={record} />
        ) : (
          <FactList area={area} record={record} fields={shown} />
        )}
        {name === 'details' && (
          <Box sx={{ mt: 2, fontSize: 12, color: 'text.secondary' }}>
            {t('kit.show.stamps', {
              created: format.moment(record.created_at),
              changed: format.moment(record.updated_at),
            })}
          </Box>
        )}
      </Section>
    )
  })
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
