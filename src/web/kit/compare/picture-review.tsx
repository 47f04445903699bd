import AddCommentOutlined from '@mui/icons-material/AddCommentOutlined'
import ForumOutlined from '@mui/icons-material/ForumOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import type { Pin } from '#shared/kit/wire/pin.ts'
import { t } from '#web/i18n.ts'
import { PageTools, PageWaiting } from './file-pages'
import { NewComment } from './new-comment'
import { PinMarkers } from './pin-markers'
import { PinThreads } from './pin-threads'
import { Stage } from './stage'
import { type Review, useReview } from './use-review'
import { ZoomTools } from './zoom-tools'

/** A picture, or the pages of a PDF, with the comments pinned to it; on phones the comments are in a bottom sheet. */
export function PictureReview({ file, mayPin, house, defaultVisibility = 'internal' }: PictureReviewProps) {
  const isNarrow = useMediaQuery('(max-width: 899.95px)')
  const review = useReview(file, isNarrow)
  const { isPlacing, isSheetOpen, setSheetOpen, openCount } = review
  const comments = (
    <Comments review={review} file={file} mayPin={mayPin} house={house} defaultVisibility={defaultVisibility} />
  )
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' } }}>
      <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
        <PinnedPicture review={review} file={file} />
        <PictureTools review={review} mayPin={mayPin} isNarrow={isNarrow} />
        {isPlacing && (
          <Box role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
            {t('compare.pins.place')}
          </Box>
        )}
      </Box>
      {isNarrow ? (
        <Drawer
          anchor="bottom"
          open={isSheetOpen}
          onClose={() => setSheetOpen(false)}
          // Keeps a comment that is being typed while the sheet is closed to look at the picture.
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
            {t('compare.pins.open', { count: openCount })}
          </Box>
          {comments}
        </Box>
      )}
    </Box>
  )
}

export interface PictureReviewProps {
  file: Attachment
  /** Whether the person may add comments. */
  mayPin: boolean
  /** Whether the person belongs to the retailer and may choose who reads a comment. */
  house: boolean
  /** Initial visibility of new comments of the retailer. */
  defaultVisibility?: Pin['visibility']
}

function PinnedPicture({ review, file }: { review: Review; file: Attachment }) {
  const { src, page, pages, isBroken, control, pins, chosen, draft, isPlacing } = review
  if (!src) return <PageWaiting page={page} isBroken={isBroken} height={stageHeight} />
  return (
    <Stage
      key={page}
      layers={[{ src, alt: pages > 1 ? t('files.page_of', { name: file.name, page, pages }) : file.name }]}
      control={control}
      label={t('compare.pins.picture', { name: file.name })}
      height={stageHeight}
      {...(isPlacing ? { onPick: review.placeDraft } : {})}
    >
      {(sizes) => {
        review.rememberSizes(sizes)
        return (
          <PinMarkers
            pins={pins.pins.filter((pin) => pin.page === page)}
            chosen={chosen}
            draft={draft}
            view={control.view}
            onChoose={review.choose}
            {...sizes}
          />
        )
      }}
    </Stage>
  )
}

function PictureTools({ review, mayPin, isNarrow }: { review: Review; mayPin: boolean; isNarrow: boolean }) {
  const { control, page, pages, turnTo, isPlacing, draft } = review
  const isAdding = isPlacing || draft !== null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <ZoomTools control={control} />
      <PageTools page={page} pages={pages} onTurn={turnTo} />
      <Box sx={{ flex: 1 }} />
      {mayPin && (
        <Button
          variant="outlined"
          startIcon={<AddCommentOutlined />}
          aria-pressed={isPlacing}
          onClick={() => (isAdding ? review.stopPlacing() : review.startPlacing())}
        >
          {t(isAdding ? 'compare.pins.stop' : 'compare.pins.add')}
        </Button>
      )}
      {isNarrow && (
        <Button startIcon={<ForumOutlined />} onClick={() => review.setSheetOpen(true)}>
          {t('compare.pins.open', { count: review.openCount })}
        </Button>
      )}
    </Box>
  )
}

function Comments({ review, file, mayPin, house, defaultVisibility }: CommentsProps) {
  const { pins, page, pages, draft, chosen, choose, finishDraft } = review
  return (
    <Box sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
      {draft && (
        <NewComment
          at={draft}
          page={page}
          house={house && file.visibility === 'shared'}
          defaultVisibility={defaultVisibility}
          pins={pins}
          onDone={finishDraft}
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
}

interface CommentsProps extends Required<PictureReviewProps> {
  review: Review
}

const stageHeight = { xs: 320, md: 480 }
