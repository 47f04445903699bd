import { expect, it } from 'vitest'
import { settings } from '#areas/settings/area.ts'
import { sections } from '#areas/settings/screens/sections.ts'
import en from '../../locales/en/areas/settings.json'

it('every setting stands in one section, and sections on prices and scores say what they are for', () => {
  const placed = sections.flatMap(({ fields }) => fields)
  expect(placed.toSorted()).toEqual(Object.keys(settings.fields).toSorted())
  // Rows are a section by the name of their field.
  for (const { name } of sections) expect(Object.keys({ ...en.sections, ...en.fields })).toContain(name)
  for (const name of ['retail', 'scorecard'] as const) expect(en.sections_help[name]).toMatch(/\w\.$/)
})
