import Box from '@mui/material/Box'
import Slider from '@mui/material/Slider'
import { type CSSProperties, useId, useState } from 'react'
import { OptionRow } from '#web/fields/option-row.tsx'
import { t } from '#web/i18n.ts'
import { Stage } from './stage'
import { useView } from './use-view'
import { ZoomTools } from './zoom-tools'

/** A picture to compare, with what it is called. */
export interface Compared {
  src: string
  name: string
}

/** Two pictures side by side, zoomed and moved together, or above each other: faded, wiped or only what differs. */
export function Comparison({ before, after }: { before: Compared; after: Compared }) {
  const id = useId()
  const [way, setWay] = useState<Way>('side')
  const [share, setShare] = useState(50)
  const control = useView()
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
          {[before, after].map(({ src, name }) => (
            <Box key={name} component="figure" sx={{ m: 0, minWidth: 0 }}>
              <Box component="figcaption" sx={caption}>
                {name}
              </Box>
              <Stage layers={[{ src, alt: name }]} control={control} label={name} height={{ xs: 260, md: 420 }} />
            </Box>
          ))}
        </Box>
      ) : (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
            <Box component="span" sx={caption}>
              {before.name}
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
            <Box component="span" sx={caption}>
              {after.name}
            </Box>
          </Box>
          <Stage
            layers={[
              { src: before.src, alt: before.name },
              { src: after.src, alt: after.name, style: styleOf(way, share) },
            ]}
            control={control}
            label={t('compare.overlaid', { before: before.name, after: after.name })}
            height={{ xs: 320, md: 480 }}
          />
          {way === 'difference' && (
            <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('compare.difference_help')}</Box>
          )}
        </>
      )}
    </Box>
  )
}

const ways = ['side', 'fade', 'wipe', 'difference'] as const
type Way = (typeof ways)[number]

const styleOf = (way: Way, share: number): CSSProperties => {
  if (way === 'fade') return { opacity: share / 100 }
  if (way === 'wipe') return { clipPath: `inset(0 ${100 - share}% 0 0)` }
  return { mixBlendMode: 'difference' }
}

const caption = { fontSize: 12, fontWeight: 500, color: 'text.secondary' } as const
