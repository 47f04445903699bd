import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { logoLimits } from '#shared/trade/pictures.ts'
import { titleOf } from '#web/fields/titles.ts'
import { t } from '#web/i18n.ts'
import { DropArea } from '#web/kit/files/drop-area.tsx'
import { ChoosePictures, sendPictures, usePictures } from '#web/kit/files/pictures.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { isEditable, type OpenRecord } from '#web/kit/record/record-actions.ts'
import { useCan } from '#web/providers/can-access.tsx'
import { api } from '#web/providers/http.ts'
import { confirmDialog, notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { houseBrands } from '../area'

/** The logo of a brand; editors of the brand upload, replace and remove it. */
export function Logo({ brand }: { brand: OpenRecord }) {
  const { data, take } = usePictures<Answer>(houseBrands, brand.id, 'logo')
  const [isBusy, setBusy] = useState(false)
  const mayEdit = useCan(houseBrands.name, 'edit') && isEditable(houseBrands, brand)
  const name = titleOf(houseBrands, brand)
  if (!data || (!data.logo && !mayEdit)) return null
  const { logo } = data
  const doing = async (work: () => Promise<Answer>, text: string) => {
    setBusy(true)
    try {
      take(await work())
      notify({ tone: 'success', text })
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const send = ([picture]: readonly File[]) => {
    if (picture && !isBusy) void doing(() => sendPictures(houseBrands, brand.id, 'logo', [picture]), t('site.logo.set'))
  }
  const remove = async () => {
    const agreed = await confirmDialog({
      title: t('site.logo.remove_title', { name }),
      confirm: t('site.logo.remove'),
      danger: true,
    })
    if (agreed) await doing(() => api('DELETE', `${houseBrands.name}/${brand.id}/logo`), t('site.logo.removed'))
  }
  const shown = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      {logo && (
        <Box
          component="a"
          href={logo.url}
          target="_blank"
          rel="noreferrer"
          aria-label={t('site.logo.open', { name })}
          sx={({ palette }) => ({
            ...plateStyle,
            border: `1px solid ${palette.divider}`,
            '&:focus-visible': { outline: `2px solid ${palette.secondary.main}`, outlineOffset: 1 },
          })}
        >
          <Box component="img" src={logo.thumb} alt={t('site.logo.of', { name })} sx={imageStyle} />
        </Box>
      )}
      {mayEdit && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <ChoosePictures label={t(logo ? 'site.logo.replace' : 'site.logo.choose')} disabled={isBusy} onFiles={send} />
          {logo && (
            <Button disabled={isBusy} sx={{ minHeight: { xs: 44, sm: 36 } }} onClick={() => void remove()}>
              {t('site.logo.remove')}
            </Button>
          )}
          <Box role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
            {isBusy ? t('kit.working') : !logo && t('site.logo.none')}
          </Box>
        </Box>
      )}
    </Box>
  )
  return (
    <Section
      title={t('site.logo.title')}
      help={mayEdit ? t('site.logo.help', { max: logoLimits.size / 1024 / 1024 }) : undefined}
    >
      {mayEdit ? <DropArea onFiles={isBusy ? undefined : send}>{shown}</DropArea> : shown}
    </Section>
  )
}

interface Answer {
  logo: { name: string; url: string; thumb: string } | null
}

const plateStyle = {
  display: 'grid',
  placeItems: 'center',
  width: 160,
  height: 96,
  p: 1,
  borderRadius: 1,
  // Logos are designed for white paper; on a dark page parts would be invisible.
  bgcolor: 'common.white',
} as const

const imageStyle = { display: 'block', maxWidth: 1, maxHeight: 80, objectFit: 'contain' } as const
