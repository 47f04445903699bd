import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPortal, type Portal } from '../kit/portal'

describe('sampling plans', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal('embedded')
  })
  afterAll(() => portal.close())

  it('answers code letter, sample and numbers of a lot', async () => {
    const answer = await portal.as.Agent.get('/api/qa/aql-plan?lot=5000&level=II&aql=2.5')
    expect(answer.body).toEqual({
      ...{ lot: 5000, level: 'II', aql: '2.5', severity: 'normal', code_letter: 'L' },
      ...{ sample_size: 200, accept: 10, reject: 11, whole_lot: false },
    })
    const reduced = await portal.as.Agent.get('/api/qa/aql-plan?lot=5000&severity=reduced')
    expect(reduced.body).toMatchObject({ code_letter: 'L', sample_size: 80, accept: 5, reject: 8 })
    const small = await portal.as.Office.get('/api/qa/aql-plan?lot=10&aql=1')
    expect(small.body).toMatchObject({ level: 'II', aql: '1.0', sample_size: 10, whole_lot: true })
    expect((await portal.as.staff.get('/api/qa/aql-plan?lot=501')).body).toMatchObject({ sample_size: 80, accept: 5 })
  })

  it.each([
    ['', 'lot'],
    ['lot=1', 'lot'],
    ['lot=0', 'lot'],
    ['lot=-5', 'lot'],
    ['lot=5.5', 'lot'],
    ['lot=1e9', 'lot'],
    ['lot=9999999999', 'lot'],
    ['lot=500&level=IV', 'level'],
    ['lot=500&severity=severe', 'severity'],
    ['lot=500&aql=3', 'aql'],
    ['lot=500&aql=%00', 'aql'],
    ['lot=500&lot=600', 'lot'],
    ['lot=500&size=3', 'size'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await portal.as.admin.get(`/api/qa/aql-plan?${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })

  it('is closed to guests', async () => {
    expect((await portal.nobody.get('/api/qa/aql-plan?lot=500')).status).toBe(401)
  })
})
