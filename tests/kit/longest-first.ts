import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take long although they are small, by which Vitest would run them last: the other workers would wait for
 * them. The longest of a group comes first.
 */
const long = [
  'e2e/sixty-lines',
  'e2e/quality',
  'e2e/first-pages',
  'e2e/crash',
  'load/mixed',
  'db/backup',
  'db/durability',
  'db/kills',
]

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = long.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`))
      return rank < 0 ? long.length : rank
    }
    return sorted.sort((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b))
  }
}
