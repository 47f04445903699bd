import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { register } from '#register'
import { type Area, writtenRowsOf } from '#shared/kit/area.ts'
import { effectiveFilters, listName } from '#shared/kit/worklist.ts'
import { t } from '#web/i18n.ts'
import { download } from '#web/kit/files/download.ts'
import { can, fieldRights, mayImport } from '#web/providers/permission.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { filterParams } from './list-address'
import { type AreaListState, orderOf } from './use-area-list'

/**
 * What to export, as which format: the visible columns, all fields, all fields with the documents' rows, or the
 * editable fields, which can be changed in a spreadsheet and imported again.
 */
export function ExportMenu({ list, anchor, onClose, onBusy }: Props) {
  const { area, address, columns } = list
  const save = async (format: Format, name: string, chosenPaths: readonly string[]) => {
    onClose()
    onBusy(true)
    const query = {
      q: address.q,
      filters: effectiveFilters(area, address.filters),
      sort: orderOf(area, address),
    }
    try {
      const params = [
        ['format', format],
        ['columns', chosenPaths.join(',')],
        ['headings', 'labels'],
        // The shown list is for reading; the others can be re-imported, so they use the import's format.
        ...(name === 'shown'
          ? [
              ['values', 'labels'],
              ['zone', Intl.DateTimeFormat().resolvedOptions().timeZone],
            ]
          : []),
        ...filterParams(query),
      ]
      await download(
        `/api/${area.name}/export`,
        `${listName(area)}.${format}`,
        new URLSearchParams(params as [string, string][]),
      )
    } catch (error) {
      notifyFailure(error)
    } finally {
      onBusy(false)
    }
  }
  const rights = fieldRights()
  const { mayRead } = rights
  const choices: [string, () => string[]][] = [
    ['shown', () => [...columns]],
    ['all', () => pathsOf(area, mayRead)],
    ...(writtenRowsOf(area).length > 0
      ? [['rows', () => pathsOf(area, mayRead, true)] as [string, () => string[]]]
      : []),
    ...(mayImport(area) && can(area.name, 'edit')
      ? [['edit', () => ['id', 'version', ...editablePaths(area, rights, columns)]] as [string, () => string[]]]
      : []),
  ]
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {formats.flatMap((format) => [
        <ListSubheader key={format} role="none" sx={{ lineHeight: '32px', bgcolor: 'transparent', position: 'static' }}>
          {t(`import.export.${format}`)}
        </ListSubheader>,
        ...choices.map(([name, paths]) => (
          <MenuItem
            key={`${format} ${name}`}
            aria-label={`${t(`import.export.${name}`)} (${t(`import.export.${format}`)})`}
            onClick={() => void save(format, name, paths())}
          >
            {t(`import.export.${name}`)}
          </MenuItem>
        )),
      ])}
    </Menu>
  )
}

interface Props {
  list: AreaListState
  anchor: HTMLElement | null
  onClose: () => void
  onBusy: (busy: boolean) => void
}

const formats = ['xlsx', 'csv'] as const
type Format = (typeof formats)[number]

type Right = (area: Area, name: string) => boolean

/**
 * Key fields and editable fields; for a list with inline editing also the shown columns, as the decisions are based on
 * them.
 */
const editablePaths = (
  area: Area,
  { mayRead, mayWrite }: Record<'mayRead' | 'mayWrite', Right>,
  shown: readonly string[],
) => [
  ...new Set(
    area.worklist
      ? [
          ...(area.columns ?? []).filter((name) => mayRead(area, name)),
          ...area.worklist.edits.filter((name) => mayWrite(area, name)),
        ]
      : [
          ...(area.key ?? []),
          ...(area.edits ? shown : []),
          ...pathsOf(area, (rowArea, name) => rowArea.fields[name]?.kind === 'rows' || mayWrite(rowArea, name), true),
        ],
  ),
]

/**
 * The paths of all permitted fields; with `rows` also those of the document's rows, of the first kind if it has
 * several.
 */
const pathsOf = (area: Area, isWanted: Right, rows = false, prefix = ''): string[] => {
  const [inner] = writtenRowsOf(area).filter(([name]) => isWanted(area, name))
  return [
    ...Object.keys(area.fields).filter(
      (name) => area.fields[name]?.kind !== 'rows' && name !== area.partOf?.by && isWanted(area, name),
    ),
    ...(area.lifecycle && isWanted(area, 'status') ? ['status'] : []),
  ]
    .map((name) => prefix + name)
    .concat(
      rows && inner ? pathsOf(register.get(inner[1].options.to ?? ''), isWanted, true, `${prefix}${inner[0]}.`) : [],
    )
}
