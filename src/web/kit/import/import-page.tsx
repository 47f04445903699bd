import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { ImportRecord } from '#shared/kit/wire/import.ts'
import { listName } from '#shared/kit/worklist.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { format, t } from '#web/i18n.ts'
import { inSentence, listLabel } from '#web/kit/page/list-labels.ts'
import { listAddress } from '#web/kit/page/list-memory.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { HttpError } from '#web/providers/http.ts'
import { useImportRecord, useTakeAnswer } from './calls'
import { ColumnsStep } from './columns-step'
import { FileReading } from './file-reading'
import { PreviewStep } from './preview-step'
import { ResultStep } from './result-step'
import { type Step, Steps } from './steps'
import { UploadStep } from './upload-step'

/**
 * Imports a file into an area in steps: file, columns, preview, result. Its id is in the address, so that it can be
 * resumed.
 */
export function ImportPage({ area }: { area: Area }) {
  const [params, setParams] = usePageSearch()
  const id = params.get('id')
  const { data: record, error, refetch } = useImportRecord(area, id)
  const cacheAnswer = useTakeAnswer(area)
  const openImport = (next: ImportRecord | null) => {
    if (next) cacheAnswer(next)
    setParams(next ? { id: String(next.id) } : {})
  }
  return (
    <Page
      title={t('import.page.title', { name: inSentence(listLabel(area)) })}
      back={{ to: listAddress(area), label: listLabel(area) }}
      facts={record && <FileFacts record={record} />}
      actions={
        record && (
          <Button onClick={() => openImport(null)}>
            {t(record.status === 'done' ? 'import.page.another' : 'import.page.other_file')}
          </Button>
        )
      }
    >
      {id === null ? (
        <>
          <Steps step="file" />
          <UploadStep area={area} onUploaded={openImport} onOpen={(chosen) => setParams({ id: String(chosen) })} />
        </>
      ) : isGone(error) ? (
        <Gone onOther={() => openImport(null)} />
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : record && record.area === listName(area) ? (
        <OpenImport key={record.id} area={area} record={record} onAnswer={cacheAnswer} onUploaded={openImport} />
      ) : record ? (
        <Gone onOther={() => openImport(null)} />
      ) : (
        <LinearProgress aria-label={t('kit.list.loading')} />
      )}
    </Page>
  )
}

interface OpenProps {
  area: Area
  record: ImportRecord
  onAnswer: (record: ImportRecord) => void
  onUploaded: (record: ImportRecord) => void
}

function OpenImport({ area, record, onAnswer, onUploaded }: OpenProps) {
  // A checked import stays checked when the person returns to the columns, until a setting is changed.
  const [isBack, setBack] = useState(false)
  const step = isBack && record.status === 'checked' ? 'columns' : stepOf(record)
  return (
    <>
      <Steps step={step} onBack={step === 'check' && record.status === 'checked' ? () => setBack(true) : undefined} />
      {record.status === 'checking' || record.status === 'writing' ? (
        <Working record={record} />
      ) : record.status === 'failed' && record.started_at ? (
        <EmptyState title={t('import.page.failed')} text={record.failure ?? ''}>
          {record.counts && <Box sx={{ maxWidth: '60ch' }}>{writtenText(record.counts)}</Box>}
        </EmptyState>
      ) : step === 'columns' ? (
        <>
          <FileReading area={area} record={record} onUploaded={onUploaded} />
          <ColumnsStep
            area={area}
            record={record}
            onAnswer={onAnswer}
            onChecked={(next) => {
              setBack(false)
              onAnswer(next)
            }}
          />
        </>
      ) : step === 'check' ? (
        <PreviewStep area={area} record={record} onAnswer={onAnswer} onBack={() => setBack(true)} />
      ) : (
        <ResultStep area={area} record={record} />
      )}
    </>
  )
}

/** How many records a failed import has written, and what to do about the others. */
const writtenText = ({ written, ...counts }: NonNullable<ImportRecord['counts']>) =>
  t('import.page.failed_at', { written: format.number(written), total: format.number(counts.new + counts.changed) })

const stepOf = ({ status, started_at }: ImportRecord): Step => {
  if (status === 'checking' || status === 'checked') return 'check'
  if (status === 'writing' || status === 'done' || started_at) return 'import'
  return 'columns'
}

function FileFacts({ record }: { record: ImportRecord }) {
  return (
    <>
      <Box component="span" sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>
        {record.file_name}
      </Box>
      <span>{t('import.page.rows', { count: record.row_count, number: format.number(record.row_count) })}</span>
      {record.encoding === 'xlsx' ? (
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {t('import.page.excel')}
          {record.sheets.length > 1 && `${t('kit.colon')}${record.sheet}`}
        </Box>
      ) : (
        <span>
          {t(`import.page.delimiters.${delimiterName(record.delimiter)}`)}
          {record.encoding !== 'utf-8' && `${t('kit.comma')}${t(`import.page.encodings.${record.encoding}`)}`}
        </span>
      )}
    </>
  )
}

/** Whether the import no longer exists, so that a retry is useless. */
const isGone = (error: unknown) => error instanceof HttpError && error.statusCode === 404

const Gone = ({ onOther }: { onOther: () => void }) => (
  <EmptyState title={t('kit.states.gone')} text={t('import.page.gone_help')}>
    <Button variant="outlined" onClick={onOther}>
      {t('import.page.other_file')}
    </Button>
  </EmptyState>
)

const delimiterName = (delimiter: string) => (delimiter === ';' ? 'semicolon' : delimiter === '\t' ? 'tab' : 'comma')

/** The server's progress; the person may leave the page meanwhile. */
function Working({ record }: { record: ImportRecord }) {
  const { progress_done: done, progress_total: total, status } = record
  const share = total > 0 ? Math.min(100, (100 * done) / total) : null
  return (
    <Section title={t(`import.page.${status}`)} help={t(`import.page.${status}_help`)}>
      <LinearProgress
        aria-label={t(`import.page.${status}`)}
        variant={share === null ? 'indeterminate' : 'determinate'}
        value={share ?? 0}
        sx={{ height: 8, borderRadius: 1 }}
      />
      <Box className="tabular" role="status" sx={{ mt: 1, fontSize: 13, color: 'text.secondary', minHeight: 20 }}>
        {total > 0 && t('import.page.progress', { done: format.number(done), total: format.number(total) })}
      </Box>
    </Section>
  )
}
