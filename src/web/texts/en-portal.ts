import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(
    [
      '../../../locales/en/**/*.json',
      '!**/{shell,pages,account,messages,mail,display,members,site,import,delimited}.json',
    ],
    {
      eager: true,
      import: 'default',
    },
  ),
)
export const mui: object[] = []
