import AddPhotoAlternateOutlined from '@mui/icons-material/AddPhotoAlternateOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { logoLimits } from '../../../shared/brand-logo'
import { titleOf } from '../../../web/fields/titles'
import { t } from '../../../web/i18n'
import { DropArea } from '../../../web/kit/drop-area'
import { isEditable, type OpenRecord } from '../../../web/kit/record-actions'
import { Section } from '../../../web/kit/section'
import { NoPicture, thumbOf } from '../../../web/kit/small-picture'
import { api, http } from '../../../web/providers/http'
import { freshKey } from '../../../web/providers/key'
import { can } from '../../../web/providers/permission'
import { ask, notify } from '../../../web/shell/messages'
import { houseBrands } from '../area'

/** The logo of a brand, which who may edit the brand chooses, replaces and removes. */
export function Logo({ brand }: { brand: OpenRecord }) {
  const { logo, change } = useLogo(brand.id)
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const mayEdit = isEditable(brand) && can(houseBrands.name, 'edit')
  const name = titleOf(houseBrands, brand)
  if (logo === undefined || (logo === null && !mayEdit)) return null
  const doing = async (work: () => Promise<Answer>, text: string) => {
    setBusy(true)
    try {
      change(await work())
      notify({ tone: 'success', text })
    } catch (error) {
      notify({ tone: 'danger', text: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  const send = ([picture]: readonly File[]) => {
    if (picture && !isBusy) void doing(() => sendLogo(brand.id, picture), t('site.logo.set'))
  }
  const remove = async () => {
    const agreed = await ask({
      title: t('site.logo.remove_title', { name }),
      confirm: t('site.logo.remove'),
      danger: true,
    })
    if (agreed) await doing(() => api<Answer>('DELETE', addressOf(brand.id)), t('site.logo.removed'))
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
          <input
            ref={input}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/webp"
            aria-label={t(logo ? 'site.logo.replace' : 'site.logo.choose')}
            onChange={(event) => {
              send([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          <Button
            variant="outlined"
            disabled={isBusy}
            startIcon={<AddPhotoAlternateOutlined />}
            sx={{ minHeight: { xs: 44, sm: 36 } }}
            onClick={() => input.current?.click()}
          >
            {t(logo ? 'site.logo.replace' : 'site.logo.choose')}
          </Button>
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

const addressOf = (brand: number) => `${houseBrands.name}/${brand}/logo`

const useLogo = (brand: number) => {
  const client = useQueryClient()
  const queryKey = [houseBrands.name, 'logo', brand]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api<Answer>('GET', addressOf(brand), { signal }),
    // The addresses are good for a while only; a page that was left open asks for new ones.
    refetchInterval: 10 * 60_000,
  })
  const change = (answer: Answer) => {
    client.setQueryData(queryKey, answer)
    void client.invalidateQueries({ queryKey: [houseBrands.name, 'covers'] })
    void client.invalidateQueries({ queryKey: [houseBrands.name, 'history', brand] })
  }
  return { logo: data?.logo, change }
}

/** Sends a logo with a small copy of itself. Throws `NoPicture` for a file that the browser cannot draw. */
const sendLogo = async (brand: number, picture: File): Promise<Answer> => {
  if (picture.type === 'image/svg+xml') throw new NoPicture(picture.name)
  const thumb = await thumbOf(picture)
  const form = new FormData()
  form.append('files', picture)
  form.append('files', thumb, thumb.type === 'image/webp' ? 'small.webp' : 'small.png')
  const { data } = await http.post<Answer>(`/api/${addressOf(brand)}`, form, {
    timeout: 0,
    headers: { 'Idempotency-Key': freshKey() },
  })
  return data
}

const messageOf = (error: unknown) =>
  error instanceof NoPicture
    ? t('site.logo.not_picture', { name: error.message })
    : error instanceof Error
      ? error.message
      : String(error)

const plateStyle = {
  display: 'grid',
  placeItems: 'center',
  width: 160,
  height: 96,
  p: 1,
  borderRadius: 1,
  // A mark is made for paper; on a dark page half of it would not be seen.
  bgcolor: 'common.white',
} as const

const imageStyle = { display: 'block', maxWidth: 1, maxHeight: 80, objectFit: 'contain' } as const
