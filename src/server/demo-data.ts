import type { FastifyInstance } from 'fastify'
import type { Text } from '../shared/text'
import type { Db } from './db/types'

export interface Demo {
  loadDemo(app: FastifyInstance): Promise<unknown>
  hasDemo(db: Db): Promise<boolean>
  /** Answers what stays because others refer to it. */
  removeDemo(db: Db): Promise<{ text: Text }[]>
}

const modules = import.meta.glob<Demo>('./demo.ts', { eager: true })

/** The demo data and accounts of this version, if it has any. */
export const demo: Demo | undefined = modules['./demo.ts']
