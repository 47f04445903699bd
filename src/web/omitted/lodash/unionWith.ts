/**
 * Replaces lodash's `unionWith`: the items of all lists, keeping the first of equal ones. Refine combines filters with
 * it.
 */
const unionWith = <T>(...given: [...lists: (readonly T[] | undefined)[], isSame: (one: T, other: T) => boolean]) => {
  const isSame = given.at(-1) as (one: T, other: T) => boolean
  const lists = given.slice(0, -1) as (readonly T[] | undefined)[]
  const united: T[] = []
  for (const item of lists.flatMap((list) => list ?? []))
    if (!united.some((present) => isSame(item, present))) united.push(item)
  return united
}

export default unionWith
