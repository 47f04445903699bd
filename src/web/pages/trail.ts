import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Remembers the current and previous page, so that a report can mention them. */
export const Trail = () => {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (pathname === here.pathname) here = { pathname, search }
    else [before, here] = [here, { pathname, search }]
  }, [pathname, search])
  return null
}

/** The path and query of the previous page; empty if this is the first. */
export const previousAddress = (): string => before.pathname + before.search

let here = { pathname: '', search: '' }
let before = here
