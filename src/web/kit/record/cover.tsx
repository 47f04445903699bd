import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { fetchById } from '#web/kit/page/by-ids.ts'

/**
 * The thumbnail of a record, or `none` in a placeholder. The thumbnails of one page are fetched in one request. `size`
 * is in pixels; without it the thumbnail fills the available width.
 */
export function Cover({ area, id, size, none }: Props) {
  const { data } = useQuery({
    queryKey: [area.name, 'covers', id],
    queryFn: () => fetchById<string>(`${area.name}/covers`, id),
    // The signed addresses expire.
    staleTime: 5 * 60_000,
  })
  return (
    <Box
      sx={{
        flexShrink: 0,
        display: 'grid',
        placeItems: 'center',
        width: size ?? '100%',
        aspectRatio: '1',
        borderRadius: 0.5,
        overflow: 'hidden',
        fontSize: size ? Math.round(size / 2.2) : undefined,
        fontWeight: 600,
        color: 'text.secondary',
        // Pictures are designed for white paper; on a dark ground parts of transparent ones would be invisible.
        bgcolor: data ? 'common.white' : 'action.hover',
      }}
    >
      {data ? (
        <Box
          component="img"
          src={data}
          alt=""
          loading="lazy"
          sx={{ display: 'block', width: 1, height: 1, objectFit: area.logos ? 'contain' : 'cover' }}
        />
      ) : (
        none
      )}
    </Box>
  )
}

interface Props {
  area: Area
  id: number
  size?: number
  none?: ReactNode
}

/** A record's name after its logo, or after its first letter if it has none. */
export function Named({ area, id, name, size = 20, children }: NamedProps) {
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0, maxWidth: 1, verticalAlign: 'middle' }}
    >
      <Cover area={area} id={id} size={size} none={<span aria-hidden>{[...name][0]}</span>} />
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {children ?? name}
      </Box>
    </Box>
  )
}

interface NamedProps {
  area: Area
  id: number
  name: string
  size?: number
  /** Rendered instead of the plain name, such as a link. */
  children?: ReactNode
}
