import Box from '@mui/material/Box'
import { inSeries, isRaster, useAttachments } from '#web/kit/files/data.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'

/** The sketch of a point of measure: the first picture among its files. */
export function PomSketch({ id, name }: { id: number; name: string }) {
  const { data } = useAttachments(areaNamed('poms'), id)
  const sketch = inSeries(data ?? []).find(({ latest }) => latest.preview || isRaster(latest))?.latest
  if (!sketch) return null
  return (
    <Box
      component="img"
      src={sketch.preview ?? sketch.url}
      alt={name}
      loading="lazy"
      sx={{ display: 'block', maxWidth: 1, maxHeight: 220, mt: 1, borderRadius: 1, bgcolor: 'common.white' }}
    />
  )
}
