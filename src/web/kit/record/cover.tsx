import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { fetchById } from '#web/kit/page/by-ids.ts'

/**
 * The thumbnail of a record, or a placeholder with `none`; those of one page share a request. Without a size it fills
 * the available width.
 */
export function Cover({ area, id, size, none }: Props) {
  const { data } = useQuery({
    queryKey: [area.name, 'covers', id],
    queryFn: () => fetchById<string>(`${area.name}/covers`, id),
    // The addresses are good for a while only.
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
        // Pictures are designed for white paper; on a dark page parts of transparent ones would be invisible.
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

/** The logo of a record before its name, or the first letter of that. */
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
  /** The name as shown, possibly a link. */
  children?: ReactNode
}
