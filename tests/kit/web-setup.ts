import { configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'
import { answerStylesQuickly } from './quick-styles'

// A busy machine draws slowly; what never comes still fails.
configure({ asyncUtilTimeout: 30_000 })
answerStylesQuickly()

// jsdom lays nothing out, so nothing scrolls.
Element.prototype.scrollBy ??= () => {}
Element.prototype.scrollTo ??= () => {}

// Files share their page: the next one must not meet the stubs of this one, or modules that it has begun to load.
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await vi.dynamicImportSettled()
})
