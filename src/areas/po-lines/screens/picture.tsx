import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import type { Area } from '#shared/kit/area.ts'
import { fetchById } from '#web/kit/page/by-ids.ts'

/** The picture of the article next to its name; hidden when there is none. */
export function Picture({ area, id }: { area: Area; id: number }) {
  const { data } = useQuery({
    queryKey: [area.name, 'covers', id],
    queryFn: () => fetchById<string>(`${area.name}/covers`, id),
    // The addresses of pictures expire.
    staleTime: 5 * 60_000,
  })
  return data ? (
    <Box
      component="img"
      src={data}
      alt=""
      sx={{
        display: 'block',
        width: 112,
        height: 112,
        flexShrink: 0,
        objectFit: 'cover',
        borderRadius: 1,
        bgcolor: 'common.white',
      }}
    />
  ) : null
}
