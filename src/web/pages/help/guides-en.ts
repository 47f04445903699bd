import type { Guide } from './guide'

export const files = import.meta.glob<Guide>('../../../../locales/en/help/*.md', { eager: true, import: 'default' })
