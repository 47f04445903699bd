/** Stands in for lodash's `unionWith` in the built web app: of lists that may be absent, each item once, the first kept. */
const unionWith = <T>(...all: [...(readonly T[] | null | undefined)[], (one: T, other: T) => boolean]): T[] => {
  const same = all.pop() as (one: T, other: T) => boolean
  const union: T[] = []
  for (const item of (all as (readonly T[] | null | undefined)[]).flatMap((list) => list ?? []))
    if (!union.some((known) => same(known, item))) union.push(item)
  return union
}
export default unionWith
