import { usePageSearch } from '#web/hooks/use-page-search.ts'

/** The state of a search page, kept in its address: text, one area or all, and page. */
export const useSearchAddress = () => {
  const [params, setParams] = usePageSearch()
  const page = Number(params.get('page'))
  const address = {
    q: params.get('q') ?? '',
    area: params.get('area') ?? '',
    page: Number.isInteger(page) && page > 1 && page <= 200 ? page : 1,
  }
  /**
   * Any change except of the page returns to the first page. Typing replaces the history entry instead of adding
   * entries.
   */
  const change = (next: Partial<typeof address>) =>
    setParams(
      () => {
        const { q, area, page } = { ...address, page: 1, ...next }
        return { ...(q ? { q } : {}), ...(area ? { area } : {}), ...(page > 1 ? { page: String(page) } : {}) }
      },
      { replace: 'q' in next },
    )
  return { address, change }
}
