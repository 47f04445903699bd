import { compareRanks, type FillLine, rankOf } from './allocation-fill'
import { artworkTypes, requiredArtworkTypes } from './artworks'
import { requiredAttachmentKinds } from './line-attachments'
import { requiredSpecTypes, specTypes } from './specification'

/** Kinds of requirement that profiles decide on. */
export const requirementKinds = [
  'factory',
  'fibre',
  'care',
  'specification',
  'artwork',
  'accreditation',
  'sample',
  'inspection',
  'retail_price',
  'attachments',
] as const
export type RequirementKind = (typeof requirementKinds)[number]

/** Kinds with an answer for each type: all types, and those that a profile means that names the kind alone. */
const typesByKind: Partial<Record<RequirementKind, { all: readonly string[]; usual: readonly string[] }>> = {
  specification: { all: specTypes, usual: requiredSpecTypes },
  artwork: { all: artworkTypes, usual: requiredArtworkTypes },
  // Which documents a line needs differs from one to the next: a profile names each.
  attachments: { all: requiredAttachmentKinds, usual: [] },
}

/** The types of a kind; none where it has no types. */
export const requirementTypes = (kind: string): readonly string[] => typesByKind[kind as RequirementKind]?.all ?? []

/** The types that a profile means which names the kind alone; none where it has to name each. */
export const usualTypes = (kind: string): readonly string[] => typesByKind[kind as RequirementKind]?.usual ?? []

/** All types of all kinds, without repetition. */
export const allRequirementTypes = [...new Set(requirementKinds.flatMap(requirementTypes))] as [string, ...string[]]

/** How a line lists a requirement: `care`, `specification_packing`. */
export const requirementName = (kind: string, type: string | null = null): string => (type ? `${kind}_${type}` : kind)

/** All names under which a line lists a kind: the kind itself, or one for each of its types. */
export const namesOfKind = (kind: string): string[] => {
  const types = requirementTypes(kind)
  return types.length > 0 ? types.map((type) => requirementName(kind, type)) : [kind]
}

/** All that a line may need, in the order of screens. */
export const requirementNames = requirementKinds.flatMap(namesOfKind) as [string, ...string[]]

/** Whether a line needs a kind, whatever its type; every line needs a kind that profiles do not decide on. */
export const needsKind = (requirements: readonly string[], kind: string): boolean => {
  if (!(requirementKinds as readonly string[]).includes(kind)) return true
  return namesOfKind(kind).some((name) => requirements.includes(name))
}

/** The types of a kind that a line needs. */
export const neededTypes = (requirements: readonly string[], kind: string): string[] =>
  requirementTypes(kind).filter((type) => requirements.includes(requirementName(kind, type)))

/** What a profile says of one kind, or of one type of it. */
export interface ProfileRow {
  kind: RequirementKind
  type: string | null
  is_needed: boolean
}

/** One of the programmes that answer a requirement for accreditation; any one with the same group name suffices. */
export interface ProfileProgram {
  group_name: string
  standard_program_id: number
  /** The least grade; null: any that is passed. */
  least_grade_id: number | null
}

/** What lines of a category, brand and market need. Null: whatever the line has. */
export interface Profile {
  id: number
  category_id: number | null
  brand_id: number | null
  /** The countries that goods go to. */
  markets: readonly string[] | null
  rows: readonly ProfileRow[]
  programs: readonly ProfileProgram[]
}

/** A category with what it says itself; null: as the category above it. */
export interface CategoryFlags {
  id: number
  care_required: string | null
  fibre_required: string | null
  spec_required: string | null
  artwork_required: string | null
  rrp_required_default: string | null
}

/** What decides whether a line needs something: a person, a profile, or a category. */
export type RequirementOrigin = { from: 'manual' } | { from: 'profile'; id: number } | { from: 'category'; id: number }

/** A line as profiles look at it. */
export interface RequiringLine extends Pick<FillLine, 'categories' | 'brand_id' | 'market'> {
  added: readonly string[]
  removed: readonly string[]
}

/** Profiles and categories, as decisions read them. */
export interface RequirementRules {
  profiles: readonly Profile[]
  categories: ReadonlyMap<number, CategoryFlags>
}

/** What was decided for a line about one requirement. */
export interface RequirementDecision {
  name: string
  isNeeded: boolean
  origin: RequirementOrigin
}

/**
 * What a line needs, and what it was decided not to need. Who says it more narrowly wins: a person, then the nearest
 * category, then the brand, then the market; a row about a type before one about its kind. Among equals need wins.
 */
export const decideRequirements = (line: RequiringLine, rules: RequirementRules): RequirementDecision[] => {
  const best = new Map<string, Statement>()
  for (const statement of statementsFor(line, rules)) {
    const present = best.get(statement.name)
    const order = present ? compareRanks(statement.rank, present.rank) : 1
    if (order > 0 || (order === 0 && statement.isNeeded && !present?.isNeeded)) best.set(statement.name, statement)
  }
  return requirementNames.flatMap((name) => {
    const statement = best.get(name)
    return statement ? [{ name, isNeeded: statement.isNeeded, origin: statement.origin }] : []
  })
}

/** The names of what a line needs. */
export const requirementsOf = (line: RequiringLine, rules: RequirementRules): string[] =>
  decideRequirements(line, rules).flatMap(({ name, isNeeded }) => (isNeeded ? [name] : []))

/** A group of programmes of which a line needs one. */
export interface ProgramGroup {
  profile_id: number
  name: string
  programs: readonly ProfileProgram[]
}

/** The groups of programmes that the line's profiles name; a line needs one of each while it needs accreditation. */
export const programGroupsOf = (line: RequiringLine, { profiles }: RequirementRules): ProgramGroup[] =>
  profiles
    .filter((profile) => rankFor(profile, line) !== null)
    .flatMap(({ id, programs }) =>
      [...new Set(programs.map(({ group_name }) => group_name))].map((name) => ({
        profile_id: id,
        name,
        programs: programs.filter(({ group_name }) => group_name === name),
      })),
    )

interface Statement {
  name: string
  isNeeded: boolean
  rank: readonly number[]
  origin: RequirementOrigin
}

const statementsFor = (line: RequiringLine, { profiles, categories }: RequirementRules): Statement[] => [
  ...line.added.map((name): Statement => ({ name, isNeeded: true, rank: byHand, origin: { from: 'manual' } })),
  ...line.removed.map((name): Statement => ({ name, isNeeded: false, rank: byHand, origin: { from: 'manual' } })),
  ...profiles.flatMap((profile) => {
    const rank = rankFor(profile, line)
    const origin = { from: 'profile', id: profile.id } as const
    return rank ? rowsOfProfile(profile).flatMap((row) => statementsOf(row, rank, origin)) : []
  }),
  ...line.categories.flatMap((id) => {
    const rank = rankFor({ category_id: id, brand_id: null, markets: null }, line)
    const flags = categories.get(id)
    return rank && flags
      ? rowsOfCategory(flags).flatMap((row) => statementsOf(row, rank, { from: 'category', id }))
      : []
  }),
]

/** Who names programmes needs one of them. */
const rowsOfProfile = ({ rows, programs }: Profile): readonly ProfileRow[] =>
  programs.length > 0 && !rows.some(({ kind }) => kind === 'accreditation')
    ? [...rows, { kind: 'accreditation', type: null, is_needed: true }]
    : rows

const byHand = [Number.POSITIVE_INFINITY]

const statementsOf = (
  { kind, type, is_needed }: ProfileRow,
  rank: readonly number[],
  origin: RequirementOrigin,
): Statement[] => {
  const types = typesByKind[kind]
  const meant = types === undefined ? [null] : type !== null ? [type] : is_needed ? types.usual : types.all
  return meant.map((each) => ({
    name: requirementName(kind, each),
    isNeeded: is_needed,
    rank: [...rank, Number(type !== null)],
    origin,
  }))
}

/** How narrowly a profile is made for the line; null where it is made for others. */
const rankFor = (scope: Pick<Profile, 'category_id' | 'brand_id' | 'markets'>, line: RequiringLine) =>
  rankOf({ ...scope, article_id: null }, { ...line, article_id: 0 })

const rowsOfCategory = (flags: CategoryFlags): ProfileRow[] =>
  flagKinds.flatMap(([field, kind]) => {
    const value = flags[field]
    return value === null ? [] : [{ kind, type: null, is_needed: value === 'yes' }]
  })

const flagKinds = [
  ['care_required', 'care'],
  ['fibre_required', 'fibre'],
  ['spec_required', 'specification'],
  ['artwork_required', 'artwork'],
  ['rrp_required_default', 'retail_price'],
] as const satisfies readonly (readonly [keyof CategoryFlags, RequirementKind])[]
