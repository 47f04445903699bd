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

/** Kinds that are divided into types: all of them, and those that are meant by a profile row without a type. */
const typesByKind: Partial<Record<RequirementKind, { all: readonly string[]; usual: readonly string[] }>> = {
  specification: { all: specTypes, usual: requiredSpecTypes },
  artwork: { all: artworkTypes, usual: requiredArtworkTypes },
  // Each line needs other documents, so a profile has to name each type.
  attachments: { all: requiredAttachmentKinds, usual: [] },
}

/** The types of a kind; an empty list for a kind without types. */
export const requirementTypes = (kind: string): readonly string[] => typesByKind[kind as RequirementKind]?.all ?? []

/** The types that a profile row without a type stands for; an empty list if each has to be named. */
export const usualTypes = (kind: string): readonly string[] => typesByKind[kind as RequirementKind]?.usual ?? []

/** The types of all kinds, without duplicates. */
export const allRequirementTypes = [...new Set(requirementKinds.flatMap(requirementTypes))] as [string, ...string[]]

/** The name of a requirement in a line's `requirements`: `care`, `specification_packing`. */
export const requirementName = (kind: string, type: string | null = null): string => (type ? `${kind}_${type}` : kind)

/** The names of a kind in a line's `requirements`: the kind itself, or one for each of its types. */
export const namesOfKind = (kind: string): string[] => {
  const types = requirementTypes(kind)
  return types.length > 0 ? types.map((type) => requirementName(kind, type)) : [kind]
}

/** The names of all requirements, in the order of screens. */
export const requirementNames = requirementKinds.flatMap(namesOfKind) as [string, ...string[]]

/** Whether a line needs a kind, in any of its types. Kinds that profiles do not decide on are always needed. */
export const needsKind = (requirements: readonly string[], kind: string): boolean => {
  if (!(requirementKinds as readonly string[]).includes(kind)) return true
  return namesOfKind(kind).some((name) => requirements.includes(name))
}

/** The types of a kind that a line needs. */
export const neededTypes = (requirements: readonly string[], kind: string): string[] =>
  requirementTypes(kind).filter((type) => requirements.includes(requirementName(kind, type)))

/** A row of a profile: whether a kind, or one type of it, is needed. */
export interface ProfileRow {
  kind: RequirementKind
  type: string | null
  is_needed: boolean
}

/** A programme that fulfils the requirement for accreditation. One programme of each `group_name` suffices. */
export interface ProfileProgram {
  group_name: string
  standard_program_id: number
  /** The lowest accepted grade; null for any passing grade. */
  least_grade_id: number | null
}

/**
 * A requirement profile: what lines of a category, brand and market need. A field that is null applies to every line.
 */
export interface Profile {
  id: number
  category_id: number | null
  brand_id: number | null
  /** Countries of destination. */
  markets: readonly string[] | null
  rows: readonly ProfileRow[]
  programs: readonly ProfileProgram[]
}

/** A category and its own settings, `yes` or `no`; null inherits from the parent category. */
export interface CategoryFlags {
  id: number
  care_required: string | null
  fibre_required: string | null
  spec_required: string | null
  artwork_required: string | null
  rrp_required_default: string | null
}

/** The origin of a decision: a person, a profile, or a category. */
export type RequirementOrigin = { from: 'manual' } | { from: 'profile'; id: number } | { from: 'category'; id: number }

/** An order line, as far as profiles need it; people added and removed the listed requirements. */
export interface RequiringLine extends Pick<FillLine, 'categories' | 'brand_id' | 'market'> {
  added: readonly string[]
  removed: readonly string[]
}

/** The profiles and categories that decisions are based on. */
export interface RequirementRules {
  profiles: readonly Profile[]
  categories: ReadonlyMap<number, CategoryFlags>
}

/** The decision on one requirement of a line. */
export interface RequirementDecision {
  name: string
  isNeeded: boolean
  origin: RequirementOrigin
}

/**
 * Decides which requirements a line has and which it explicitly does not have. The most specific statement wins: of a
 * person, then of the nearest category, then of the brand, then of the market; a row for a type wins over one for its
 * kind. Between equal statements "needed" wins.
 */
export const decideRequirements = (line: RequiringLine, rules: RequirementRules): RequirementDecision[] => {
  const best = new Map<string, Statement>()
  for (const statement of statementsFor(line, rules)) {
    const known = best.get(statement.name)
    const order = known ? compareRanks(statement.rank, known.rank) : 1
    if (order > 0 || (order === 0 && statement.isNeeded && !known?.isNeeded)) best.set(statement.name, statement)
  }
  return requirementNames.flatMap((name) => {
    const statement = best.get(name)
    return statement ? [{ name, isNeeded: statement.isNeeded, origin: statement.origin }] : []
  })
}

/** The names of the requirements that a line has. */
export const requirementsOf = (line: RequiringLine, rules: RequirementRules): string[] =>
  decideRequirements(line, rules).flatMap(({ name, isNeeded }) => (isNeeded ? [name] : []))

/** A group of programmes; a line needs one programme of each group. */
export interface ProgramGroup {
  profile_id: number
  name: string
  programs: readonly ProfileProgram[]
}

/** The groups of programmes in the profiles that fit the line. They apply while the line needs accreditation. */
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

/** A profile with programmes implicitly requires accreditation. */
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
  const decidedTypes = types === undefined ? [null] : type !== null ? [type] : is_needed ? types.usual : types.all
  return decidedTypes.map((decidedType) => ({
    name: requirementName(kind, decidedType),
    isNeeded: is_needed,
    rank: [...rank, Number(type !== null)],
    origin,
  }))
}

/** How specifically a profile fits the line; null if it does not fit. */
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
