import type { Rules } from '#shared/kit/rules.ts'
import type { AreaServer, ServedArea } from './kit/kit'

const servers = import.meta.glob<{ server: ServedArea }>('../areas/*/server.ts', { eager: true })
const rules = import.meta.glob<{ rules: Rules }>('../areas/*/rules.ts', { eager: true })

const areaOf = (path: string) => path.split('/').at(-2) ?? ''

/** The server halves of areas, by area. */
export const areaServers: ReadonlyMap<string, AreaServer> = new Map(
  Object.entries(servers).map(([path, { server }]) => [areaOf(path), server.server]),
)
/** The pure rules of areas, by area. */
export const areaRules: ReadonlyMap<string, Rules> = new Map(
  Object.entries(rules).map(([path, module]) => [areaOf(path), module.rules]),
)
