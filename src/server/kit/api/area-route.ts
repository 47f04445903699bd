import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { forbidden, invalid } from '#server/kit/errors.ts'
import type { Kit, Repository } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import type { Lists } from '#server/kit/read/lists.ts'
import type { Area } from '#shared/kit/area.ts'
import { roles } from '#shared/kit/roles.ts'
import type { Rules } from '#shared/kit/rules.ts'
import { issueTexts, type Values } from '#shared/kit/schema.ts'
import { textOf } from '#shared/kit/text.ts'

export interface RouteContext {
  kit: Kit & { rules(area: string): Rules }
  lists: Lists
}

/** Context of the standard routes of one area. */
export interface AreaRoutes extends RouteContext {
  area: Area
  /** `/api/<area>`. */
  base: string
  repository: Repository
  /** The fields that a role may set in some state of a record; computed by `make` once per role. */
  writable: (role: string, make: () => string[]) => string[]
  /** Whether a role reads every field of a record and its rows; computed by `make` once per role. */
  readsAll: (role: string, make: () => boolean) => boolean
}

export const createAreaRoutes = (area: Area, context: RouteContext): AreaRoutes => ({
  ...context,
  area,
  base: `/api/${area.name}`,
  repository: context.kit.repository(area.name),
  writable: memo<string[]>(roles.length),
  readsAll: memo<boolean>(roles.length),
})

/** Throws 403 if the caller may not read the area. */
export const requireRead = ({ kit, area }: AreaRoutes, { me }: FastifyRequest) => {
  if (!kit.can(me.role, area.name, 'read')) throw forbidden()
}

/** The query string of a request, as it was sent. */
export const queryText = ({ url }: FastifyRequest): string => {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}

/** The body as an object, empty if it is absent; 422 if it is no object. The repository validates its content. */
export const bodyOf = ({ body }: FastifyRequest): Values => {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw invalid({}, textOf('validation.not_object'))
  return body as Values
}

/** The version in a body that must contain nothing else; 422 otherwise. */
export const versionOf = (request: FastifyRequest): number => {
  const parsed = z.strictObject({ version: z.int().positive() }).safeParse(bodyOf(request), { reportInput: true })
  if (!parsed.success) throw invalid(issueTexts(parsed.error))
  return parsed.data.version
}

export const jsonType = 'application/json; charset=utf-8'
