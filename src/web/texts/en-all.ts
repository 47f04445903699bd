import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(
    [
      '../../../locales/en/areas/*.json',
      '../../../locales/en/{problems,composition}.json',
      '../../../locales/en/{display,finance,members,site,files,compare,import,delimited,views,editing,grid,dossier}.json',
    ],
    {
      eager: true,
      import: 'default',
    },
  ),
)
