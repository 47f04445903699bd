import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { useState } from 'react'
import { Link } from 'react-router'
import { daysBetween, today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { awaitedStates, settledStates } from '#shared/trade/document-set.ts'
import type { DocumentType } from '#shared/trade/document-types.ts'
import { choiceLabel, format, language, useLanguage } from '#web/i18n.ts'
import { DropArea } from '#web/kit/files/drop-area.tsx'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import { StatusChip, ToneChip } from '#web/kit/page/status-chip.tsx'
import { useRecord } from '#web/kit/record/use-record.ts'
import { useCan } from '#web/providers/can-access.tsx'
import { can } from '#web/providers/permission.ts'
import { shippingDocuments as area } from '../area'
import { AddFilesButton } from './add-files-button'
import { Clock } from './clock'
import { AddFiles } from './lazy-add-files'
import { isLate } from './presets'
import { screenText } from './texts'
import { useSet } from './use-set'

/** The documents of a booking: requirements, status, and a drop area for all files. */
export function Section({ id }: { id: number }) {
  useLanguage()
  return can(area.name, 'read') ? <Documents booking={id} /> : null
}

function Documents({ booking }: { booking: number }) {
  const { documents, error, isLoading, refetch } = useSet(booking)
  const mayAttach = useCan(area.name, 'attach')
  const [adding, setAdding] = useState<{ files: readonly File[]; type?: DocumentType } | null>(null)
  if (isLoading) return null
  const list = (
    <>
      {error && <FailedState error={error} onRetry={refetch} />}
      {!error && documents.length === 0 && <Box sx={quiet}>{screenText('on_booking.none')}</Box>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            onFiles={(files) => setAdding({ files, type: document.doc_type as DocumentType })}
          />
        ))}
      </Box>
    </>
  )
  return (
    <PageSection
      title={screenText('on_booking.title')}
      help={mayAttach ? screenText('on_booking.help') : undefined}
      actions={<AddFilesButton label={screenText('on_booking.add')} onFiles={(files) => setAdding({ files })} />}
    >
      <SetState booking={booking} documents={documents} />
      {mayAttach ? (
        <DropArea label={screenText('on_booking.drop')} onFiles={(files) => setAdding({ files })}>
          {list}
        </DropArea>
      ) : (
        list
      )}
      {adding && <AddFiles booking={booking} files={adding.files} type={adding.type} onClose={() => setAdding(null)} />}
    </PageSection>
  )
}

const settled: ReadonlySet<string> = new Set(settledStates)
const awaited: ReadonlySet<string> = new Set(awaitedStates)

/** The progress of the set, and the clock of a letter of credit. */
function SetState({ booking, documents }: { booking: number; documents: readonly AnyRecord[] }) {
  const { record } = useRecord(areaNamed('bookings'), booking)
  const required = documents.filter(({ is_required }) => is_required)
  if (required.length === 0) return null
  const settledCount = required.filter(({ status = '' }) => settled.has(status)).length
  const complete = record?.documents_complete_on
  const presentBy = documents.find(({ present_by }) => present_by)?.present_by
  return (
    <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5, fontSize: 13 }}>
      {typeof complete === 'string' ? (
        <ToneChip tone="success">{screenText('on_booking.complete', { day: format.date(complete) })}</ToneChip>
      ) : (
        <span>{screenText('on_booking.progress', { done: settledCount, count: required.length })}</span>
      )}
      {typeof presentBy === 'string' && typeof complete !== 'string' && <Clock presentBy={presentBy} />}
    </Box>
  )
}

function DocumentRow({ document, onFiles }: { document: AnyRecord; onFiles: (files: File[]) => void }) {
  const { id, doc_type, status = '', due_date, is_required, files_qty, version_no } = document
  const differences = (document.differences ?? []) as string[]
  const due = typeof due_date === 'string' && awaited.has(status) ? due_date : null
  return (
    <Box component="li" sx={rowStyle}>
      <TextLink
        component={Link}
        to={`${area.path}/${id}`}
        sx={{ color: 'text.primary', fontWeight: 500, minWidth: 200, flex: { xs: '1 1 100%', sm: '0 1 240px' } }}
      >
        {choiceLabel(area, 'doc_type', String(doc_type))}
      </TextLink>
      <StatusChip area={area} status={status} />
      {due && isLate(document) && (
        <ToneChip tone="danger">{screenText('on_booking.late', { count: daysBetween(due, today()) })}</ToneChip>
      )}
      {due && !isLate(document) && <Box sx={quiet}>{screenText('on_booking.due', { day: format.date(due) })}</Box>}
      {Number(files_qty) > 0 && (
        <Box sx={quiet}>
          {screenText('on_booking.files', { count: Number(files_qty) })}
          {Number(version_no) > 1 && ` · ${screenText('on_booking.version', { no: Number(version_no) })}`}
        </Box>
      )}
      {!is_required && <Box sx={quiet}>{screenText('on_booking.extra')}</Box>}
      {differences.length > 0 && (
        <ToneChip tone="warning">
          {screenText('on_booking.differs', {
            facts: listed(differences.map((fact) => choiceLabel(area, 'differences', fact))),
          })}
        </ToneChip>
      )}
      {status === 'rejected' && typeof document.review_comment === 'string' && (
        <Box sx={{ flex: '1 1 100%', overflowWrap: 'anywhere' }}>{document.review_comment}</Box>
      )}
      {awaited.has(status) && (
        <Box sx={{ ml: { sm: 'auto' } }}>
          <AddFilesButton
            small
            label={screenText('on_booking.add_to', { type: choiceLabel(area, 'doc_type', String(doc_type)) })}
            onFiles={onFiles}
          />
        </Box>
      )}
    </Box>
  )
}

const listed = (items: readonly string[]) => new Intl.ListFormat(language()).format(items)

const quiet = { fontSize: 13, color: 'text.secondary' } as const

const rowStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  rowGap: 0.5,
  minHeight: 44,
  py: 0.5,
  fontSize: 13,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const
