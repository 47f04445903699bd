import { useEffect } from 'react'

/**
 * Stores the app on the device, as far as the calling page uses it, so that addresses under `scope` open without a
 * network. In browsers without service workers it does nothing.
 */
export const useKeptOffline = (scope: string) =>
  useEffect(() => {
    // File names of the development server are not stable.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    // Wait, so that files loaded by the first interactions are stored too.
    const timer = setTimeout(() => void storeOffline(scope).catch(() => undefined), settleDelay)
    return () => clearTimeout(timer)
  }, [scope])

const settleDelay = 3000

/** Names that `offline-worker.js` uses too. */
const worker = '/offline-worker.js'
const store = 'offline'
const pageKey = '/offline-page'

const storeOffline = async (scope: string) => {
  const page = await fetch(scope, { headers: { accept: 'text/html' } })
  if (!page.ok) return
  const cache = await caches.open(store)
  const assets = new Set(usedAssets())
  const stored = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  await cache.addAll([...assets].filter((path) => !stored.includes(path)))
  await cache.put(pageKey, page)
  // Delete files of an earlier build.
  for (const path of stored) if (path !== pageKey && !assets.has(path)) await cache.delete(path)
  await navigator.serviceWorker.register(worker, { scope })
  // Unsent work must not be evicted when the device is full.
  await navigator.storage?.persist?.()
}

const usedAssets = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
