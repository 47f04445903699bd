// Opens the addresses of its scope without a network. The app stores the page and its files (`use-kept-offline.ts`).
const store = 'offline'
const pageKey = '/offline-page'
// Milliseconds that the network gets before the stored page is shown.
const patience = 5000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(openAsset(request))
})

const openPage = async (request) => {
  const stored = await caches.match(pageKey)
  if (!stored) return fetch(request)
  const late = new Promise((resolve) => setTimeout(() => resolve(stored), patience))
  return Promise.race([fetch(request), late]).catch(() => stored)
}

// Names of assets carry their hash: what is stored never changes.
const openAsset = async (request) => {
  const stored = await caches.match(request)
  if (stored) return stored
  const answer = await fetch(request)
  if (answer.status === 200) {
    const cache = await caches.open(store)
    await cache.put(request, answer.clone())
  }
  return answer
}
