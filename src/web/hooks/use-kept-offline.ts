import { useEffect } from 'react'

/**
 * Keeps the app on the device, as far as the page that calls this uses it, so that addresses under `scope` open without a
 * network. A browser that cannot is left as it is: the page needs a network to open there.
 */
export const useKeptOffline = (scope: string) =>
  useEffect(() => {
    // The development server's files have no lasting names.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    // What the page loads on its first steps is kept, too.
    const timer = setTimeout(() => void keep(scope).catch(() => undefined), settled)
    return () => clearTimeout(timer)
  }, [scope])

const settled = 3000

/** Names that `offline-worker.js` knows. */
const worker = '/offline-worker.js'
const store = 'offline'
const pageKey = '/offline-page'

const keep = async (scope: string) => {
  const page = await fetch(scope, { headers: { accept: 'text/html' } })
  if (!page.ok) return
  const cache = await caches.open(store)
  const assets = new Set(usedAssets())
  const stored = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  await cache.addAll([...assets].filter((path) => !stored.includes(path)))
  await cache.put(pageKey, page)
  // Of an earlier build.
  for (const path of stored) if (path !== pageKey && !assets.has(path)) await cache.delete(path)
  await navigator.serviceWorker.register(worker, { scope })
  // Work that was not sent must outlive a full device.
  await navigator.storage?.persist?.()
}

const usedAssets = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
