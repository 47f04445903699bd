import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Area } from '../../shared/area'
import { askById } from './by-ids'

/**
 * The small picture of a record, or its place with `none` in it; those of one page are asked for together. Without a
 * size it is as wide as there is room.
 */
export function Cover({ area, id, size, none }: Props) {
  const { data } = useQuery({
    queryKey: [area.name, 'covers', id],
    queryFn: () => askById<string>(`${area.name}/covers`, id),
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
        bgcolor: 'action.hover',
      }}
    >
      {data ? (
        <Box
          component="img"
          src={data}
          alt=""
          loading="lazy"
          sx={{ display: 'block', width: 1, height: 1, objectFit: 'cover' }}
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
