import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { createPress, type PressOptions, type PrintOrder } from '#server/paper/press.ts'

/** A thread that answers with the heading of what it is given; `slow` never answers, `ends` ends. */
const thread = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', ({ paper }) => {
    if (paper.heading === 'ends') process.exit(3)
    if (paper.heading === 'fails') return parentPort.postMessage({ problem: 'no letters' })
    if (paper.heading === 'breaks later') setTimeout(() => { throw new Error('broken') }, 30)
    if (paper.heading !== 'slow') setTimeout(() => parentPort.postMessage({ content: Buffer.from(paper.heading) }), 5)
  })`
const order = (heading: string): PrintOrder => ({
  kind: 'paper',
  paper: { title: '', language: 'en', heading, reference: '', owner: [], blocks: [] },
  pageWords: '',
})

describe('PDFs that are made in a thread', () => {
  const opened = (options: PressOptions = {}) => {
    let started = 0
    const press = createPress({
      start: () => {
        started += 1
        return new Worker(thread, { eval: true })
      },
      ...options,
    })
    const finished: string[] = []
    const print = (heading: string, by: number | 'outbox' = 1, signal?: AbortSignal) =>
      press.print(order(heading), by, signal).then((content) => {
        finished.push(content.toString())
        return content.toString()
      })
    return { print, finished, started: () => started }
  }

  it('come in turns, and those of mails before the rest of somebody who wants many', async () => {
    const { print, finished, started } = opened()
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => print(name, 1))
    all.push(print('b1', 2), print('m1', 'outbox'), print('m2', 'outbox'))
    await Promise.all(all)
    expect(finished).toEqual(['a1', 'b1', 'm1', 'a2', 'm2', 'a3', 'a4'])
    expect(started()).toBe(1)
  })

  it('are refused where an account has too many under way, or all have, but those of mails never', async () => {
    const { print } = opened({ perAccount: 2, most: 3 })
    const kept = [print('a', 1), print('b', 1), print('c', 2)]
    expect(() => print('d', 1)).toThrow(expect.objectContaining({ status: 429, extra: { retry_after: 5 } }))
    expect(() => print('d', 3)).toThrow(expect.objectContaining({ status: 503, code: 'press_busy' }))
    kept.push(print('mail', 'outbox'))
    await Promise.all(kept)
    expect(await print('d', 1)).toBe('d')
  })

  it('are given up when one takes too long, and the next is made by another thread', async () => {
    const { print, started } = opened({ longest: 300 })
    const [slow, next] = [print('slow'), print('next')]
    await expect(slow).rejects.toMatchObject({ status: 503, code: 'took_too_long' })
    expect(await next).toBe('next')
    expect(started()).toBe(2)
  })

  it('fail alone where the thread ends or says what went wrong', async () => {
    const { print } = opened()
    const all = await Promise.allSettled(['ends', 'one', 'fails', 'two'].map((name, by) => print(name, by)))
    expect(all.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
      expect.stringContaining('code 3'),
      'one',
      expect.stringContaining('no letters'),
      'two',
    ])
  })

  it('are made by another thread where one breaks after its work, which ends nothing else', async () => {
    const { print, started } = opened({ longest: 2000 })
    expect(await print('breaks later')).toBe('breaks later')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await print('next')).toBe('next')
    expect(started()).toBe(2)
  })

  it('are not made for who has gone away', async () => {
    const { print, finished } = opened()
    const gone = new AbortController()
    const all = [print('one', 1), print('two', 2, gone.signal)]
    gone.abort()
    await Promise.allSettled(all)
    expect(finished).toEqual(['one'])
  })
})
