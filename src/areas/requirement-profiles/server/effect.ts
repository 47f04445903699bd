import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import {
  readOpenLines,
  readRequirementRules,
  requiringLine,
  type StoredLine,
  type StoredRules,
} from '#server/allocation/requirements.ts'
import type { Queryable } from '#server/db/types.ts'
import { route } from '#server/kit/api/route.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { ProfileEffect } from '#shared/trade/profile-effect.ts'
import {
  type Profile,
  programGroupsOf,
  requirementKinds,
  requirementNames,
  requirementsOf,
} from '#shared/trade/requirement-profiles.ts'
import { requirementProfiles } from '../area'

const id = z.int().positive().max(Number.MAX_SAFE_INTEGER)

/** The maximum number of rows in a profile. */
const maxRows = (name: 'requirements' | 'programs') => requirementProfiles.fields[name].options.max ?? 60

const body = z.strictObject({
  id: id.nullish().describe('The stored profile that the values replace; absent for a new one.'),
  profile: z
    .strictObject({
      product_category_id: id.nullish(),
      house_brand_id: id.nullish(),
      label_market_id: id.nullish(),
      requirements: z
        .array(
          z.strictObject({
            kind: z.enum(requirementKinds),
            type: z.string().max(40).nullish(),
            is_needed: z.boolean(),
          }),
        )
        .max(maxRows('requirements')),
      programs: z
        .array(
          z.strictObject({
            group_name: z.string().max(60),
            standard_program_id: id,
            least_grade_id: id.nullish(),
          }),
        )
        .max(maxRows('programs')),
    })
    .nullable()
    .describe('What it would say; null: it is retired.'),
})

/** `POST /api/requirement-profiles/effect`: how many open lines a change of a profile would affect. Writes nothing. */
export const effectRoute = (app: FastifyInstance, kit: Kit) =>
  route(
    app,
    {
      method: 'POST',
      url: `/api/${requirementProfiles.name}/effect`,
      tags: [requirementProfiles.name],
      summary: 'How many open order lines would need something else',
      mayCall: ({ role }) => kit.can(role, requirementProfiles.name, 'edit'),
      body,
      answer: { description: 'Open lines by what would change', schema: effectAnswer },
      refusals: [400, 401, 403, 422],
    },
    async (_request, { body }): Promise<ProfileEffect> => {
      const rules = await readRequirementRules(kit.db)
      const others = rules.profiles.filter((profile) => profile.id !== body.id)
      const changed = body.profile ? await asProfile(kit.db, body.id ?? 0, body.profile) : null
      return effectOn(await readAllOpenLines(kit.db), rules, {
        ...rules,
        profiles: changed ? [...others, changed] : others,
      })
    },
  )

const effectAnswer = z.object({
  open: z.int().describe('All open lines.'),
  changed: z.int().describe('Open lines that would need something else.'),
  requirements: z.array(z.object({ name: z.enum(requirementNames), added: z.int(), removed: z.int() })),
  regrouped: z.int().describe('Lines that would need accreditations by other programmes.'),
})

const asProfile = async (
  on: Queryable,
  profileId: number,
  { requirements, programs, ...scope }: NonNullable<z.output<typeof body>['profile']>,
): Promise<Profile> => {
  const market = scope.label_market_id ?? null
  const countries =
    market === null
      ? null
      : await on.query<{ country: string }>(
          'select country from label_market_countries where label_market_id = $1',
          [market],
          'profile_market_countries',
        )
  return {
    id: profileId,
    category_id: scope.product_category_id ?? null,
    brand_id: scope.house_brand_id ?? null,
    markets: countries?.map(({ country }) => country) ?? null,
    rows: requirements.map(({ type, ...row }) => ({ ...row, type: type ?? null })),
    programs: programs.map(({ least_grade_id, ...row }) => ({ ...row, least_grade_id: least_grade_id ?? null })),
  }
}

const readAllOpenLines = async (on: Queryable): Promise<StoredLine[]> => {
  const lines: StoredLine[] = []
  for (let after = 0; ; ) {
    const portion = await readOpenLines(on, after, linesAtOnce)
    lines.push(...portion)
    if (portion.length < linesAtOnce) return lines
    after = portion.at(-1)?.id ?? 0
  }
}
const linesAtOnce = 5000

/** Compares the requirements of each line under the current rules with those under the changed rules. */
const effectOn = (
  lines: readonly StoredLine[],
  currentRules: StoredRules,
  changedRules: StoredRules,
): ProfileEffect => {
  const counts = new Map<string, { added: number; removed: number }>()
  const count = (name: string, change: 'added' | 'removed') => {
    const present = counts.get(name) ?? { added: 0, removed: 0 }
    present[change] += 1
    counts.set(name, present)
  }
  let changed = 0
  let regrouped = 0
  for (const stored of lines) {
    const line = requiringLine(stored, currentRules)
    const before = requirementsOf(line, currentRules)
    const after = requirementsOf(line, changedRules)
    const added = after.filter((name) => !before.includes(name))
    const removed = before.filter((name) => !after.includes(name))
    for (const name of added) count(name, 'added')
    for (const name of removed) count(name, 'removed')
    const isRegrouped =
      before.includes('accreditation') &&
      after.includes('accreditation') &&
      JSON.stringify(programGroupsOf(line, currentRules)) !== JSON.stringify(programGroupsOf(line, changedRules))
    if (isRegrouped) regrouped += 1
    if (isRegrouped || added.length > 0 || removed.length > 0) changed += 1
  }
  return {
    open: lines.length,
    changed,
    requirements: requirementNames.flatMap((name) => {
      const present = counts.get(name)
      return present ? [{ name, ...present }] : []
    }),
    regrouped,
  }
}
