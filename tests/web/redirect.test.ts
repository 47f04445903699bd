import { describe, expect, test } from 'vitest'
import { loginPath, wantedPath } from '#web/providers/redirect.ts'

describe('the wanted path', () => {
  test('travels with its query and comes back', () => {
    const wanted = '/apps/purchase_order?status=issued&q=a%26b#top'
    expect(wantedPath(new URL(loginPath(wanted), 'http://x').search)).toBe(wanted)
  })

  test('the start page needs no mention', () => expect(loginPath('/')).toBe('/login'))

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    'apps/purchase_order',
    '',
    '/login?redirectUrl=/login',
    '/logout',
    '/pages/auth/login',
  ])('%j is not followed', (wanted) => {
    expect(wantedPath(`?${new URLSearchParams({ redirectUrl: wanted })}`)).toBe('/')
  })
})
