import Box from '@mui/material/Box'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { PageTools, PageWaiting, useFilePages } from '#web/kit/compare/file-pages.tsx'
import { Stage } from '#web/kit/compare/stage.tsx'
import { useView } from '#web/kit/compare/use-view.ts'
import { ZoomTools } from '#web/kit/compare/zoom-tools.tsx'
import { screenText } from './texts'

/** A file with paging, zoom and panning, in the size of its column. */
export function FileView({ file }: { file: Attachment }) {
  const control = useView()
  const { page, pages, turnTo, src, isBroken } = useFilePages(file)
  const label = screenText('review.page', { file: file.name })
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      {src ? (
        <Stage key={page} layers={[{ src, alt: file.name }]} control={control} label={label} height={stageHeight} />
      ) : (
        <PageWaiting page={page} isBroken={isBroken} height={stageHeight} />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <ZoomTools control={control} />
        <PageTools
          page={page}
          pages={pages}
          onTurn={(to) => {
            turnTo(to)
            control.reset()
          }}
        />
      </Box>
    </Box>
  )
}

const stageHeight = { xs: 320, md: 560 }
