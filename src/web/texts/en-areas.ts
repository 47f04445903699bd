import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(['../../../locales/en/areas/*.json', '!**/areas/{base,purchase-orders}.json'], {
    eager: true,
    import: 'default',
  }),
)
export const mui: object[] = []
