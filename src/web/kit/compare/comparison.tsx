import Box from '@mui/material/Box'
import Slider from '@mui/material/Slider'
import { type CSSProperties, useId, useState } from 'react'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { OptionRow } from '#web/fields/option-row.tsx'
import { t } from '#web/i18n.ts'
import { type FilePages, PageTools, PageWaiting, useFilePages } from './file-pages'
import { Stage } from './stage'
import { useView } from './use-view'
import { ZoomTools } from './zoom-tools'

/** A file to compare, with what it is called. */
export interface Compared {
  file: Attachment
  name: string
}

/**
 * Two pictures side by side, zoomed and moved together, or above each other: faded, wiped or only what differs. Of papers
 * any page is compared with any.
 */
export function Comparison({ before, after }: { before: Compared; after: Compared }) {
  const id = useId()
  const [way, setWay] = useState<Way>('side')
  const [share, setShare] = useState(50)
  const control = useView()
  const sides = [
    { name: before.name, pages: useFilePages(before.file) },
    { name: after.name, pages: useFilePages(after.file) },
  ] as const
  const slides = way === 'fade' || way === 'wipe'
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <Box id={`${id}-label`} sx={{ fontSize: 13, color: 'text.secondary' }}>
          {t('compare.way')}
        </Box>
        <OptionRow
          id={id}
          labelId={`${id}-label`}
          label={t('compare.way')}
          options={ways.map((name) => ({ value: name, label: t(`compare.ways.${name}`) }))}
          value={[way]}
          onChange={([choice]) => choice && setWay(choice as Way)}
        />
        <Box sx={{ flex: 1 }} />
        <ZoomTools control={control} />
      </Box>
      {way === 'side' ? (
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          {sides.map(({ name, pages }) => (
            // The pictures stand at the same height, though one side alone may have pages to turn.
            <Box key={name} component="figure" sx={{ m: 0, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
              <Box component="figcaption" sx={{ ...caption, flex: 1, display: 'flex', alignItems: 'center' }}>
                <Caption name={name} pages={pages} />
              </Box>
              {pages.src ? (
                <Stage layers={[{ src: pages.src, alt: name }]} control={control} label={name} height={halfHeight} />
              ) : (
                <PageWaiting {...pages} height={halfHeight} />
              )}
            </Box>
          ))}
        </Box>
      ) : (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
            <Box sx={caption}>
              <Caption {...sides[0]} />
            </Box>
            {slides && (
              <Slider
                value={share}
                onChange={(_, value) => setShare(Number(value))}
                aria-label={t(`compare.slider.${way}`, { name: after.name })}
                getAriaValueText={(value) => `${value} %`}
                sx={{ flex: 1, minWidth: 160 }}
              />
            )}
            <Box sx={caption}>
              <Caption {...sides[1]} />
            </Box>
          </Box>
          {sides[0].pages.src && sides[1].pages.src ? (
            <Stage
              layers={[
                { src: sides[0].pages.src, alt: before.name },
                { src: sides[1].pages.src, alt: after.name, style: styleOf(way, share) },
              ]}
              control={control}
              label={t('compare.overlaid', { before: before.name, after: after.name })}
              height={wholeHeight}
            />
          ) : (
            <PageWaiting {...(sides[0].pages.src ? sides[1] : sides[0]).pages} height={wholeHeight} />
          )}
          {way === 'difference' && (
            <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('compare.difference_help')}</Box>
          )}
        </>
      )}
    </Box>
  )
}

const Caption = ({ name, pages }: { name: string; pages: FilePages }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
    {name}
    <PageTools name={name} page={pages.page} pages={pages.pages} onTurn={pages.turnTo} />
  </Box>
)

const halfHeight = { xs: 260, md: 420 }
const wholeHeight = { xs: 320, md: 480 }

const ways = ['side', 'fade', 'wipe', 'difference'] as const
type Way = (typeof ways)[number]

const styleOf = (way: Way, share: number): CSSProperties => {
  if (way === 'fade') return { opacity: share / 100 }
  if (way === 'wipe') return { clipPath: `inset(0 ${100 - share}% 0 0)` }
  return { mixBlendMode: 'difference' }
}

const caption = { fontSize: 12, fontWeight: 500, color: 'text.secondary' } as const
