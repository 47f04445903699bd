import { expect, test } from 'vitest'
import { loadAllAreas, loadPortalTexts, startTexts } from '#web/i18n.ts'
import { strengthOf } from '#web/pages/account/strength.ts'
import { browserOf } from '#web/pages/profile/user-agent.ts'

const personal = ['ada@example.test', 'Ada', 'Okafor']

test.each([
  ['', 0],
  ['abc', 1],
  ['abcdefgh', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['12345678', 1],
  ['tulip-99', 2],
  ['plum-7-door', 3],
  ['correct horse battery staple', 4],
  ['Ada.Okafor2026', 1],
])('%o is worth %i', (password, score) => {
  expect(strengthOf(password, personal).score).toBe(score)
})

test('eight characters are enough, 128 are the most, and they are counted as people count them', () => {
  expect([strengthOf('1234567').isLong, strengthOf('12345678').isLong]).toEqual([false, true])
  expect([strengthOf('x'.repeat(128)).isShortEnough, strengthOf('x'.repeat(129)).isShortEnough]).toEqual([true, false])
  expect(strengthOf('一二三四五六七八').isLong).toBe(true)
})

test("a password of the person's own names is no secret, one that holds more is", () => {
  expect(strengthOf('okafor-ada-1', personal).isNotOwn).toBe(false)
  expect(strengthOf('okafor-likes-plums', personal).isNotOwn).toBe(true)
  expect(strengthOf('20261121', personal).isNotOwn).toBe(true)
})

test('a browser is called as people call it', async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAllAreas()
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  expect(browserOf(`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`)).toBe(
    'Edge on Windows',
  )
  expect(browserOf(`Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/140.0 Mobile Safari/537.36`)).toBe(
    'Chrome on Android',
  )
  expect(browserOf(`Mozilla/5.0 (iPhone; like Mac OS X) ${webkit} MicroMessenger/8.0`)).toBe('WeChat on iOS')
  expect(browserOf('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox on Linux')
  expect(browserOf('curl/8.0')).toBe('Unknown device')
})
