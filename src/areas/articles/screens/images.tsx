import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import StarBorderRounded from '@mui/icons-material/StarBorderRounded'
import StarRounded from '@mui/icons-material/StarRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import NativeSelect from '@mui/material/NativeSelect'
import { type ReactNode, useState } from 'react'
import { articleImageLimits } from '#shared/trade/pictures.ts'
import { t } from '#web/i18n.ts'
import { DropArea } from '#web/kit/files/drop-area.tsx'
import { ChoosePictures, sendPictures, usePictures } from '#web/kit/files/pictures.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { isEditable, type OpenRecord } from '#web/kit/record/record-actions.ts'
import { useCan } from '#web/providers/can-access.tsx'
import { api } from '#web/providers/http.ts'
import { confirmDialog, notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { articles } from '../area'
import { type Colourway, colourwaysOf } from '../rules'
import { colourTitle } from './sku-table'

/** A picture of an article, as the API lists it. */
interface ArticleImage {
  id: number
  name: string
  colourway_id: number | null
  is_cover: boolean
  url: string
  thumb: string
}

/**
 * The pictures of an article: uploaded by drop or file picker, one of them the cover, each for a colourway or for all.
 */
export function Images({ record }: { record: OpenRecord }) {
  const { data: images, take } = usePictures<ArticleImage[]>(articles, record.id, 'images')
  const [sending, setSending] = useState<string | null>(null)
  const mayEdit = useCan(articles.name, 'edit') && isEditable(articles, record)
  if (!images || (images.length === 0 && !mayEdit)) return null
  const colourways = colourwaysOf(record)
  const doing = async (request: Promise<ArticleImage[]>) => {
    try {
      take(await request)
    } catch (error) {
      notifyFailure(error)
    }
  }
  const addressOf = (image: number) => `${articles.name}/${record.id}/images/${image}`
  const patchImage = (image: number, body: object) => void doing(api('PATCH', addressOf(image), { body }))
  const send = async (files: readonly File[]) => {
    const [first] = files
    if (!first) return
    setSending(first.name)
    try {
      for (let at = 0; at < files.length; at += articleImageLimits.atOnce)
        take(await sendPictures(articles, record.id, 'images', files.slice(at, at + articleImageLimits.atOnce)))
      notify({ tone: 'success', text: t('site.images.added', { count: files.length }) })
    } catch (error) {
      notifyFailure(error)
    } finally {
      setSending(null)
    }
  }
  const remove = async ({ id, name }: ArticleImage) => {
    const agreed = await confirmDialog({
      title: t('site.images.remove_title', { name }),
      confirm: t('site.images.remove'),
      danger: true,
    })
    if (agreed) await doing(api('DELETE', addressOf(id)))
  }
  const shown = (
    <>
      {images.length > 0 && (
        <Box component="ul" sx={gridStyle}>
          {images.map((image) => (
            <Tile
              key={image.id}
              image={image}
              colourways={colourways}
              onCover={mayEdit ? () => patchImage(image.id, { is_cover: true }) : undefined}
              onColour={(colourway_id) => patchImage(image.id, { colourway_id })}
              onRemove={() => void remove(image)}
            />
          ))}
        </Box>
      )}
      {mayEdit && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: images.length > 0 ? 1.5 : 0 }}>
          <ChoosePictures label={t('site.images.choose')} multiple disabled={sending !== null} onFiles={send} />
          <Box role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
            {sending ? t('site.images.uploading', { name: sending }) : images.length === 0 && t('site.images.none')}
          </Box>
        </Box>
      )}
    </>
  )
  return (
    <Section
      title={t('site.images.title')}
      help={mayEdit ? t('site.images.help', { max: articleImageLimits.images }) : undefined}
    >
      {mayEdit ? <DropArea onFiles={sending ? undefined : send}>{shown}</DropArea> : shown}
    </Section>
  )
}

function Tile({ image, colourways, onCover, onColour, onRemove }: TileProps) {
  const { id, name, url, thumb, is_cover, colourway_id } = image
  const shown = colourways.findIndex((colourway) => colourway.id === colourway_id)
  const colour = colourways[shown]
  const title = colour ? colourTitle(colour, shown) : ''
  return (
    <Box
      component="li"
      sx={({ palette }) => ({ border: `1px solid ${palette.divider}`, borderRadius: 1, minWidth: 0 })}
    >
      <Box
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={t('site.images.open', { name })}
        sx={({ palette }) => ({
          display: 'block',
          position: 'relative',
          borderRadius: '7px 7px 0 0',
          overflow: 'hidden',
          '&:focus-visible': { outline: `2px solid ${palette.secondary.main}`, outlineOffset: 1 },
        })}
      >
        <Box component="img" src={thumb} alt="" loading="lazy" sx={imageStyle} />
        {is_cover && (
          <Box component="span" sx={coverStyle}>
            <StarRounded sx={{ fontSize: 14 }} />
            {t('site.images.cover')}
          </Box>
        )}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', pl: 1, minHeight: 40 }}>
        {onCover ? (
          <>
            <NativeSelect
              disableUnderline
              value={colourway_id ?? ''}
              onChange={({ target }) => onColour(target.value ? Number(target.value) : null)}
              inputProps={{ 'aria-label': `${name}: ${t('site.images.colour')}` }}
              sx={{ flex: 1, minWidth: 0, fontSize: 12 }}
            >
              <option value="">{t('site.images.any_colour')}</option>
              {colourways.map((colourway, index) => (
                <option key={colourway.id} value={colourway.id}>
                  {colourTitle(colourway, index)}
                </option>
              ))}
            </NativeSelect>
            {!is_cover && (
              <TileButton label={`${name}: ${t('site.images.make_cover')}`} onClick={onCover}>
                <StarBorderRounded fontSize="small" />
              </TileButton>
            )}
            <TileButton label={`${name}: ${t('site.images.remove')}`} onClick={onRemove}>
              <DeleteOutlineRounded fontSize="small" />
            </TileButton>
          </>
        ) : (
          <Box sx={{ fontSize: 12, color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis' }} key={id}>
            {title || name}
          </Box>
        )}
      </Box>
    </Box>
  )
}

interface TileProps {
  image: ArticleImage
  colourways: readonly Colourway[]
  onCover?: () => void
  onColour: (colourway: number | null) => void
  onRemove: () => void
}

const TileButton = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <IconButton
    size="small"
    aria-label={label}
    title={label}
    onClick={onClick}
    sx={{ width: { xs: 44, md: 32 }, height: { xs: 44, md: 32 }, flexShrink: 0 }}
  >
    {children}
  </IconButton>
)

const gridStyle = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(auto-fill, minmax(168px, 1fr))',
  maxWidth: 1100,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const

const imageStyle = {
  display: 'block',
  width: '100%',
  aspectRatio: '1',
  objectFit: 'contain',
  bgcolor: 'common.white',
} as const

const coverStyle = {
  position: 'absolute',
  top: 8,
  left: 8,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.5,
  px: 0.75,
  height: 20,
  borderRadius: 1,
  fontSize: 12,
  fontWeight: 500,
  color: 'text.primary',
  bgcolor: 'background.paper',
} as const
