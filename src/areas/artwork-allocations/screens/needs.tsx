import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { language } from '#web/i18n.ts'
import { listOf, recordAddress } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { api } from '#web/providers/http.ts'
import { can } from '#web/providers/permission.ts'
import { artworkAllocations } from '../area'
import type { NeedName } from '../rules'
import { screenText } from './texts'

interface Gap {
  text: string
  area: string | null
  id: number | null
}

/** The prerequisites of this artwork on its line; missing ones link to the place where they are added. */
export function Needs({ id, version }: { id: number; version: number }) {
  const { data } = useQuery({
    queryKey: [artworkAllocations.name, 'needs', id, version, language()],
    queryFn: ({ signal }) =>
      api<{ needs: { name: NeedName; missing: Gap[] }[] }>('GET', `${artworkAllocations.name}/${id}/needs`, { signal }),
  })
  if (!data || data.needs.length === 0) return null
  return (
    <Section title={screenText('needs.title')} help={screenText('needs.help')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {data.needs.map(({ name, missing }) => (
          <Box component="li" key={name} sx={{ display: 'flex', gap: 1, fontSize: 13 }}>
            {missing.length === 0 ? (
              <CheckCircleOutlineRounded fontSize="small" aria-hidden sx={{ color: 'tones.success.text' }} />
            ) : (
              <ErrorOutlineRounded fontSize="small" aria-hidden sx={{ color: 'tones.warning.text' }} />
            )}
            {missing.length === 0 ? (
              screenText(`needs.met.${name}`)
            ) : (
              <Box component="span" sx={{ display: 'grid', gap: 0.5 }}>
                {missing.map((gap) => (
                  <GapText key={gap.text} gap={gap} />
                ))}
              </Box>
            )}
          </Box>
        ))}
      </Box>
    </Section>
  )
}

function GapText({ gap: { text, area, id } }: { gap: Gap }) {
  if (!area || !can(area, 'read')) return <span>{text}</span>
  return (
    <TextLink
      component={Link}
      to={id === null ? listOf(area) : recordAddress(area, id)}
      underline="always"
      sx={{ color: 'inherit', py: { xs: 1, sm: 0 } }}
    >
      {text}
    </TextLink>
  )
}
