import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import DescriptionRounded from '@mui/icons-material/DescriptionRounded'
import FileDownloadRounded from '@mui/icons-material/FileDownloadRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import NativeSelect from '@mui/material/NativeSelect'
import { useId, useRef, useState } from 'react'
import { type Encoding, encodings } from '#shared/delimited/decode.ts'
import type { Area } from '#shared/kit/area.ts'
import type { ImportRecord } from '#shared/kit/wire/import.ts'
import { listName } from '#shared/kit/worklist.ts'
import { fieldLabel, format, t } from '#web/i18n.ts'
import { download } from '#web/kit/files/download.ts'
import { DropArea } from '#web/kit/files/drop-area.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { confirmDialog, failureText, notifyFailure } from '#web/shell/messages/messages.ts'
import { isBusy, removeImport, uploadFile, useRecentImports } from './calls'

/** The first step: a file by drop or file chooser, or an unfinished import to resume. */
export function UploadStep({ area, onUploaded, onOpen }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [encoding, setEncoding] = useState<Encoding | ''>('')
  const encodingId = useId()
  const upload = async (file: File | undefined) => {
    if (!file || share !== null) return
    setFailure(null)
    if (file.size > maxSize) return setFailure(t('import.page.too_large', { max: maxSize / 1024 / 1024 }))
    setShare(0)
    try {
      onUploaded(await uploadFile(area, file, encoding ? { encoding } : {}, setShare))
    } catch (error) {
      setFailure(failureText(error))
      setShare(null)
    }
  }
  return (
    <>
      <Section
        title={t(area.worklist ? 'import.page.list_title' : 'import.page.choose_title')}
        help={
          area.worklist
            ? t('import.page.list_help', { fields: changeable(area).join(t('kit.comma')) })
            : t('import.page.choose_help')
        }
      >
        <DropArea onFiles={([file]) => void upload(file)} sx={tall}>
          <DescriptionRounded aria-hidden sx={{ fontSize: 32, color: 'text.secondary' }} />
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('import.page.choose')}
            accept=".xlsx,.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={(event) => {
              void upload(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button variant="contained" disabled={share !== null} onClick={() => input.current?.click()}>
            {t('import.page.choose')}
          </Button>
          <Box sx={{ fontSize: 13, color: 'text.secondary', display: { xs: 'none', md: 'block' } }}>
            {t('import.page.or_drop')}
          </Box>
          {share !== null && (
            <Box sx={{ width: '100%', maxWidth: 320 }}>
              <LinearProgress
                aria-label={t('import.page.uploading')}
                variant={share < 1 ? 'determinate' : 'indeterminate'}
                value={share * 100}
              />
              <Box role="status" sx={{ mt: 0.5, fontSize: 12, color: 'text.secondary' }}>
                {t(share < 1 ? 'import.page.uploading' : 'import.page.reading')}
              </Box>
            </Box>
          )}
          {failure && (
            <Box role="alert" sx={{ color: 'error.main', maxWidth: '60ch' }}>
              {failure}
            </Box>
          )}
        </DropArea>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, mt: 1.5 }}>
          {(['xlsx', 'csv'] as const).map((format) => (
            <Button key={format} startIcon={<FileDownloadRounded />} onClick={() => void fetchTemplate(area, format)}>
              {t(`import.page.${area.worklist ? 'list' : 'template'}_${format}`)}
            </Button>
          ))}
          {!area.worklist && <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('import.page.template_help')}</Box>}
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: 13, ml: { md: 'auto' } }}>
            <Box component="label" htmlFor={encodingId} sx={{ color: 'text.secondary' }}>
              {t('import.page.encoding_csv')}
            </Box>
            <NativeSelect
              value={encoding}
              disabled={share !== null}
              input={<InputBase sx={{ fontSize: 13, minHeight: { xs: 44, sm: 32 } }} />}
              inputProps={{ id: encodingId }}
              onChange={(event) => setEncoding(event.target.value as Encoding | '')}
            >
              <option value="">{t('import.page.encoding_auto')}</option>
              {encodings.map((encoding) => (
                <option key={encoding} value={encoding}>
                  {t(`import.page.encodings.${encoding}`)}
                </option>
              ))}
            </NativeSelect>
          </Box>
        </Box>
      </Section>
      <Earlier area={area} onOpen={onOpen} />
    </>
  )
}

interface Props {
  area: Area
  onUploaded: (record: ImportRecord) => void
  onOpen: (id: number) => void
}

const tall = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 1.5,
  minHeight: 200,
  p: 3,
  textAlign: 'center',
} as const

/** The labels of the fields that the person may edit in a worklist. */
const changeable = (area: Area) =>
  (area.worklist?.edits ?? [])
    .filter((name) => fieldRights().mayWrite(area, name))
    .map((name) => fieldLabel(area, name))

/** The server's limit: twenty megabytes. */
const maxSize = 20 * 1024 * 1024

function Earlier({ area, onOpen }: Pick<Props, 'area' | 'onOpen'>) {
  const { data, refetch } = useRecentImports(area)
  const remove = async ({ id, file_name: name }: { id: number; file_name: string }) => {
    const title = t('import.page.delete_title', { name })
    if (
      !(await confirmDialog({
        title,
        body: t('import.page.delete_body'),
        confirm: t('import.page.delete'),
        danger: true,
      }))
    )
      return
    await removeImport(id).catch(notifyFailure)
    await refetch()
  }
  if (!data || data.length === 0) return null
  return (
    <Section title={t('import.page.earlier')} help={t('import.page.earlier_help')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.map((item) => (
          <Box
            component="li"
            key={item.id}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 2,
              minHeight: { xs: 44, sm: 36 },
            }}
          >
            <Link component="button" type="button" onClick={() => onOpen(item.id)} sx={{ overflowWrap: 'anywhere' }}>
              {item.file_name}
            </Link>
            <Box component="span" sx={{ fontSize: 13, color: 'text.secondary' }}>
              {format.moment(item.created_at)} · {t(`import.page.statuses.${item.status}`)}
            </Box>
            {!isBusy(item) && (
              <IconButton
                size="small"
                aria-label={t('import.page.delete_title', { name: item.file_name })}
                onClick={() => void remove(item)}
                sx={{ ml: 'auto' }}
              >
                <DeleteOutlineRounded fontSize="small" />
              </IconButton>
            )}
          </Box>
        ))}
      </Box>
    </Section>
  )
}

const fetchTemplate = (area: Area, format: 'xlsx' | 'csv') =>
  download(
    `/api/${listName(area)}/import/template?format=${format}&headings=labels`,
    `${listName(area)}${area.worklist ? '' : '-template'}.${format}`,
  ).catch(notifyFailure)
