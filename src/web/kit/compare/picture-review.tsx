import AddCommentOutlined from '@mui/icons-material/AddCommentOutlined'
import ForumOutlined from '@mui/icons-material/ForumOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import OutlinedInput from '@mui/material/OutlinedInput'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type FormEvent, useId, useRef, useState } from 'react'
import { centredOn, type Point, type Size } from '#shared/base/picture-view.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import type { Pin } from '#shared/kit/wire/pin.ts'
import { OptionRow } from '#web/fields/option-row.tsx'
import { t } from '#web/i18n.ts'
import { PageTools, PageWaiting, useFilePages } from './file-pages'
import { PinMarkers } from './pin-markers'
import { PinThreads } from './pin-threads'
import { type Pins, usePins } from './pins-data'
import { Stage } from './stage'
import { useView } from './use-view'
import { ZoomTools } from './zoom-tools'

/** A picture, or a paper page by page, with the comments pinned to it; on phones the comments are a sheet below. */
export function PictureReview({ file, mayPin, house, usual = 'internal' }: PictureReviewProps) {
  const control = useView()
  const pins = usePins(file.id)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isPlacing, setPlacing] = useState(false)
  const [draft, setDraft] = useState<Point | null>(null)
  const { page, pages, turnTo: setPage, src, isBroken } = useFilePages(file)
  const [isSheet, setSheet] = useState(false)
  const place = useRef<{ picture: Size; size: Size } | null>(null)
  const isNarrow = useMediaQuery('(max-width: 899.95px)')
  const open = pins.pins.filter(({ resolved_at }) => resolved_at === null).length
  const turnTo = (number: number) => {
    if (number === page) return
    setPage(number)
    control.reset()
    place.current = null
    stop()
  }
  const choose = (pin: Pin) => {
    turnTo(pin.page)
    const { current } = place
    if (current && control.view.scale > 1) control.setView(centredOn(pin, control.view, current.picture, current.size))
    setChosen(pin.id === chosen ? null : pin.id)
    setSheet(true)
  }
  const pick = (share: Point) => {
    setDraft(share)
    setPlacing(false)
    setChosen(null)
    setSheet(true)
  }
  const stop = () => {
    setDraft(null)
    setPlacing(false)
  }
  const comments = (
    <Box sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
      {draft && (
        <NewComment
          at={draft}
          page={page}
          house={house && file.visibility === 'shared'}
          usual={usual}
          pins={pins}
          onDone={(pin) => {
            stop()
            setChosen(pin ?? null)
          }}
        />
      )}
      {pins.pins.length === 0 && !draft && !pins.isLoading && (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
          {t(mayPin ? 'compare.pins.none' : 'compare.pins.none_read')}
        </Box>
      )}
      <PinThreads pins={pins} chosen={chosen} house={house} pages={pages} onChoose={choose} />
    </Box>
  )
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' } }}>
      <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
        {src ? (
          <Stage
            key={page}
            layers={[{ src, alt: pages > 1 ? t('files.page_of', { name: file.name, page, pages }) : file.name }]}
            control={control}
            label={t('compare.pins.picture', { name: file.name })}
            height={stageHeight}
            {...(isPlacing ? { onPick: pick } : {})}
          >
            {(at) => {
              place.current = at
              return (
                <PinMarkers
                  pins={pins.pins.filter((pin) => pin.page === page)}
                  chosen={chosen}
                  draft={draft}
                  view={control.view}
                  onChoose={choose}
                  {...at}
                />
              )
            }}
          </Stage>
        ) : (
          <PageWaiting page={page} isBroken={isBroken} height={stageHeight} />
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <ZoomTools control={control} />
          <PageTools page={page} pages={pages} onTurn={turnTo} />
          <Box sx={{ flex: 1 }} />
          {mayPin && (
            <Button
              variant="outlined"
              startIcon={<AddCommentOutlined />}
              aria-pressed={isPlacing}
              onClick={() => (isPlacing || draft ? stop() : setPlacing(true))}
            >
              {t(isPlacing || draft ? 'compare.pins.stop' : 'compare.pins.add')}
            </Button>
          )}
          {isNarrow && (
            <Button startIcon={<ForumOutlined />} onClick={() => setSheet(true)}>
              {t('compare.pins.open', { count: open })}
            </Button>
          )}
        </Box>
        {isPlacing && (
          <Box role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
            {t('compare.pins.place')}
          </Box>
        )}
      </Box>
      {isNarrow ? (
        <Drawer
          anchor="bottom"
          open={isSheet}
          onClose={() => setSheet(false)}
          // What is typed stays while the sheet is closed to look at the picture.
          keepMounted
          slotProps={{
            paper: {
              'aria-label': t('compare.pins.title'),
              sx: { maxHeight: '60dvh', p: 2, borderRadius: '8px 8px 0 0' },
            },
          }}
        >
          {comments}
        </Drawer>
      ) : (
        <Box sx={{ maxHeight: 524, overflowY: 'auto', minWidth: 0, pr: 0.5 }}>
          <Box component="h3" sx={{ m: 0, mb: 1, fontSize: 13, fontWeight: 600 }}>
            {t('compare.pins.open', { count: open })}
          </Box>
          {comments}
        </Box>
      )}
    </Box>
  )
}

const stageHeight = { xs: 320, md: 480 }

export interface PictureReviewProps {
  file: Attachment
  /** Whether the person may add comments. */
  mayPin: boolean
  /** Whether the person belongs to the retailer, and decides who reads a comment. */
  house: boolean
  /** Who reads a new comment of the retailer, unless the person chooses otherwise. */
  usual?: Pin['visibility']
}

const NewComment = ({ at, page, house, usual, pins, onDone }: NewCommentProps) => {
  const id = useId()
  const [body, setBody] = useState('')
  const [visibility, setVisibility] = useState<Pin['visibility']>(usual)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const words = body.trim()
    if (!words) return
    const answer = await pins.add({ page, ...at, body: words, ...(house ? { visibility } : {}) })
    if (answer) onDone(Math.max(...answer.map((pin) => pin.id)))
  }
  return (
    <Box
      component="form"
      onSubmit={save}
      sx={{ display: 'grid', gap: 1, p: 1.5, borderRadius: 1, bgcolor: 'action.hover' }}
    >
      <OutlinedInput
        autoFocus
        multiline
        minRows={2}
        maxRows={8}
        size="small"
        value={body}
        onChange={({ target }) => setBody(target.value)}
        placeholder={t('compare.pins.placeholder')}
        inputProps={{ 'aria-label': t('compare.pins.comment'), maxLength: 2000 }}
        sx={{ fontSize: 13, bgcolor: 'background.paper' }}
      />
      {house && (
        <>
          <Box id={`${id}-label`} sx={{ fontSize: 12, color: 'text.secondary' }}>
            {t('compare.pins.for')}
          </Box>
          <OptionRow
            id={id}
            labelId={`${id}-label`}
            label={t('compare.pins.for')}
            options={(['internal', 'shared'] as const).map((audience) => ({
              value: audience,
              label: t(`files.visibility.${audience}`),
            }))}
            value={[visibility]}
            onChange={([choice]) => choice && setVisibility(choice as Pin['visibility'])}
          />
        </>
      )}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="outlined" disabled={pins.busy || body.trim() === ''}>
          {t('compare.pins.save')}
        </Button>
        <Button onClick={() => onDone()}>{t('kit.cancel')}</Button>
      </Box>
    </Box>
  )
}

interface NewCommentProps {
  at: Point
  page: number
  house: boolean
  usual: Pin['visibility']
  pins: Pins
  onDone: (pin?: number) => void
}
