import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import type { Area } from '../../shared/area'
import { askById } from './by-ids'

/** The small picture of a record, or its empty place; those of one page are asked for together. */
export function Cover({ area, id, size }: { area: Area; id: number; size: number }) {
  const { data } = useQuery({
    queryKey: [area.name, 'covers', id],
    queryFn: () => askById<string>(`${area.name}/covers`, id),
    // The addresses are good for a while only.
    staleTime: 5 * 60_000,
  })
  return (
    <Box
      sx={{ flexShrink: 0, width: size, height: size, borderRadius: 0.5, overflow: 'hidden', bgcolor: 'action.hover' }}
    >
      {data && (
        <Box
          component="img"
          src={data}
          alt=""
          loading="lazy"
          sx={{ display: 'block', width: 1, height: 1, objectFit: 'cover' }}
        />
      )}
    </Box>
  )
}
