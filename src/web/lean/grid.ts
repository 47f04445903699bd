import type { Plugin } from 'vite'

/**
 * Leaves out of the built web app what `@mui/x-data-grid` brings but our lists never show, because they have their own:
 * filter and column panels, toolbar, column menu, cell editors, pagination. Each such module keeps its exports, as
 * components that say so when they are drawn; take its line out of `absent` to use it. (About 40 kB gzip.) What the grid
 * calls whether it is used or not, printing and data sources, does nothing (`idle`, about 4 kB).
 */
export const leanGrid = (): Plugin => ({
  name: 'portal:lean-grid',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /@mui\/x-data-grid\/.*\.mjs$/ },
    handler: (code, id) => {
      const path = id.replace(/^.*@mui\/x-data-grid\//, '')
      if (path === 'material/index.mjs') return withoutParts(code)
      if (/\/index\.mjs$/.test(path)) return null
      if (idle.test(path)) return hollow(code, '() => {}')
      return absent.some((part) => part.test(path)) ? hollow(code, failing(path)) : null
    },
  },
})

/** Modules of the grid. */
const absent = [
  /^components\/panel\/(filterPanel\/GridFilter|GridColumnsPanel|GridPanelContent|GridPanelFooter|GridPanelHeader)/,
  /^components\/(columnsManagement|columnsPanel|export|filterPanel|quickFilter|toolbar|toolbarV8)\//,
  /^components\/menu\/columnMenu\/(GridColumnMenu\.|GridColumnMenuContainer|menuItems)/,
  /^components\/cell\/Grid(Edit|Actions|LongText)/,
  /^components\/GridPagination\./,
  /^components\/columnHeaders\/GridColumnGroupHeader\./,
]
const idle = /^hooks\/features\/(export\/useGridPrintExport|dataSource\/useGridDataSource)\./

/** Parts of MUI that only those draw, and the box for which the lists have one of their own (`kit/grid-slots.tsx`). */
const parts =
  /import (\w+)(?:, \{ (\w+) \})? from '@mui\/material\/(Autocomplete|Badge|Checkbox|Chip|CircularProgress|ClickAwayListener|Divider|FormControlLabel|InputLabel|LinearProgress|ListItemIcon|ListItemText|MenuItem|MenuList|Select|Switch|Tab|Tabs|TablePagination|TextareaAutosize|TextField|ToggleButton)';/g

const withoutParts = (code: string) =>
  code.replace(
    parts,
    (_, name: string, classes: string | undefined, part: string) =>
      `const ${name} = ${failing(part)};${classes ? ` const ${classes} = {};` : ''}`,
  )

const hollow = (code: string, instead: string) => {
  const names = [
    ...[...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name),
    ...[...code.matchAll(/^export \{([^}]*)\};?$/gm)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim().split(' as ').at(-1)),
    ),
  ]
  return { code: names.map((name) => `export const ${name} = ${instead};`).join('\n'), map: null }
}

const failing = (what: string) => `() => { throw new Error('${what} is left out of the build: src/web/lean/grid.ts') }`
