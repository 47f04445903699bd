import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Remembers the current page, so that a report can state it. */
export const Trail = () => {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (pathname === here.pathname) here = { pathname, search }
    else [before, here] = [here, { pathname, search }]
  }, [pathname, search])
  return null
}

/** The page that was open before this one, with its query; empty where this is the first. */
export const previousAddress = (): string => before.pathname + before.search

let here = { pathname: '', search: '' }
let before = here
