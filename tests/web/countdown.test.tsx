import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadAllAreas, startTexts } from '#web/i18n.ts'
import { Countdown } from '#web/shell/countdown.tsx'

const now = Date.parse('2026-11-21T12:00:00Z')
const second = 1000
const hour = 3600 * second
const day = 24 * hour

beforeAll(async () => {
  localStorage.setItem('language', 'en')
  await startTexts()
  await loadAllAreas()
})
beforeEach(() => {
  vi.useFakeTimers({ now })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const shown = () => screen.getByRole('timer').textContent
const pass = (time: number) => act(() => vi.advanceTimersByTime(time))

describe('the countdown', () => {
  test('ends 15 days ahead unless told otherwise', () => {
    render(<Countdown />)
    expect(shown()).toBe('15days0hours0minutes0seconds')
  })

  test('ticks every second', () => {
    render(<Countdown end={now + 2 * day + 3 * hour + 61 * second} />)
    expect(shown()).toBe('2days3hours1minute1second')
    pass(999)
    expect(shown()).toBe('2days3hours1minute1second')
    pass(1)
    expect(shown()).toBe('2days3hours1minute0seconds')
    pass(1000)
    expect(shown()).toBe('2days3hours0minutes59seconds')
  })

  test('does not round up what has begun: 14 days and 13 hours are 14 days', () => {
    render(<Countdown end={now + 14 * day + 13 * hour} />)
    expect(shown()).toBe('14days13hours0minutes0seconds')
  })

  test('stops at its end and says once that it is complete', () => {
    const onComplete = vi.fn()
    const drawn = render(<Countdown end={now + 2 * second} onComplete={onComplete} />)
    pass(1000)
    expect(onComplete).not.toHaveBeenCalled()
    pass(1000)
    expect(onComplete).toHaveBeenCalledTimes(1)
    expect(shown()).toBe('0days0hours0minutes0seconds')
    pass(60_000)
    drawn.rerender(<Countdown end={now + 2 * second} onComplete={() => onComplete()} />)
    pass(60_000)
    expect(onComplete).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('an end that is past is complete at once', () => {
    const onComplete = vi.fn()
    render(<Countdown end={now - day} onComplete={onComplete} />)
    expect(onComplete).toHaveBeenCalledTimes(1)
    expect(shown()).toBe('0days0hours0minutes0seconds')
  })

  test('leaves no timer behind', () => {
    render(<Countdown />)
    cleanup()
    expect(vi.getTimerCount()).toBe(0)
  })
})
