import type { Guide } from './guide'

export const files = import.meta.glob<Guide>('../../../../locales/zh/help/*.md', { eager: true, import: 'default' })
