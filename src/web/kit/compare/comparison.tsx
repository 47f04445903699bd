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

/** A file to compare, with its label. */
export interface Compared {
  file: Attachment
  name: string
}

/**
 * Compares two pictures: side by side with a shared view, or overlaid, as a fade, a wipe or their difference. Pages of
 * PDFs are selected on each side.
 */
export function Comparison({ before, after }: { before: Compared; after: Compared }) {
  const id = useId()
  const [mode, setMode] = useState<Mode>('side')
  const [share, setShare] = useState(50)
  const control = useView()
  const sides = [
    { name: before.name, pages: useFilePages(before.file) },
    { name: after.name, pages: useFilePages(after.file) },
  ] as const
  const hasSlider = mode === 'fade' || mode === 'wipe'
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
          options={modes.map((name) => ({ value: name, label: t(`compare.ways.${name}`) }))}
          value={[mode]}
          onChange={([choice]) => choice && setMode(choice as Mode)}
        />
        <Box sx={{ flex: 1 }} />
        <ZoomTools control={control} />
      </Box>
      {mode === 'side' ? (
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          {sides.map(({ name, pages }) => (
            // The growing caption aligns both pictures at the bottom, even if only one side has several pages.
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
            {hasSlider && (
              <Slider
                value={share}
                onChange={(_, value) => setShare(Number(value))}
                aria-label={t(`compare.slider.${mode}`, { name: after.name })}
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
                { src: sides[1].pages.src, alt: after.name, style: styleOf(mode, share) },
              ]}
              control={control}
              label={t('compare.overlaid', { before: before.name, after: after.name })}
              height={wholeHeight}
            />
          ) : (
            <PageWaiting {...(sides[0].pages.src ? sides[1] : sides[0]).pages} height={wholeHeight} />
          )}
          {mode === 'difference' && (
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

const modes = ['side', 'fade', 'wipe', 'difference'] as const
type Mode = (typeof modes)[number]

const styleOf = (mode: Mode, share: number): CSSProperties => {
  if (mode === 'fade') return { opacity: share / 100 }
  if (mode === 'wipe') return { clipPath: `inset(0 ${100 - share}% 0 0)` }
  return { mixBlendMode: 'difference' }
}

const caption = { fontSize: 12, fontWeight: 500, color: 'text.secondary' } as const
