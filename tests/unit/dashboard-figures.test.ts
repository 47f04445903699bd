import { expect, it } from 'vitest'
import { detailedFigures, figureGroups, isCountedFor, unwantedFigures } from '#web/pages/dashboard/figure-groups.ts'
import texts from '../../locales/en/site.json'

const shown = [...Object.values(figureGroups).flat(), ...detailedFigures.map(({ name }) => name)]

it('shows every figure of the dashboard once, by topics that have a title', () => {
  expect(shown.toSorted()).toEqual(Object.keys(texts.dashboard.tiles).toSorted())
  expect(new Set(shown).size).toBe(shown.length)
  expect(Object.keys(figureGroups).toSorted()).toEqual(Object.keys(texts.dashboard.groups).toSorted())
})

it('names only figures that there are as unwanted, or as those of one side', () => {
  expect([...unwantedFigures].filter((name) => !shown.includes(name))).toEqual([])
  expect(shown.filter((name) => !isCountedFor(name, true) && !isCountedFor(name, false))).toEqual([])
})
