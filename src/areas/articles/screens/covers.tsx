import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../web/providers/http'
import { articles } from '../area'

/** The small cover of an article, or its empty place; those of one page are asked for together. */
export function Cover({ id, size }: { id: number; size: number }) {
  const { data } = useQuery({
    queryKey: [articles.name, 'covers', id],
    queryFn: () => coverOf(id),
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

type Covers = Record<string, string>

let waiting: Set<number> | undefined
let asked: Promise<Covers> | undefined

const coverOf = async (id: number): Promise<string | null> => {
  if (!waiting || !asked || waiting.size >= most) {
    const ids = new Set<number>()
    waiting = ids
    asked = Promise.resolve().then(() => {
      if (waiting === ids) waiting = undefined
      return api<Covers>('GET', `${articles.name}/covers`, { params: { ids: [...ids].join(',') } })
    })
  }
  waiting.add(id)
  return (await asked)[id] ?? null
}

/** As many as the API takes in one question. */
const most = 100
