import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(
    [
      '../../../locales/zh/areas/*.json',
      '../../../locales/zh/{problems,composition}.json',
      '../../../locales/zh/{display,finance,members,site,files,compare,import,delimited,views,editing,grid,dossier}.json',
    ],
    {
      eager: true,
      import: 'default',
    },
  ),
)
