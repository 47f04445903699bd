import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useEffect } from 'react'
import { openingView, type SavedView } from '#shared/kit/saved-view.ts'
import { listName } from '#shared/kit/worklist.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { loadAllAreas, t } from '#web/i18n.ts'
import { readListPreferences } from '#web/kit/list/preferences.ts'
import { syncWithAccount } from '#web/kit/list/preferences-account.ts'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { session } from '#web/providers/session.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { differs, useSavedViews, useViewActions, viewSearch } from './saved-views'

/** The active saved view, with a mark if the list differs from it; a click opens the menu of views. */
export function SavedViewChip({ list, onOpen }: { list: AreaListState; onOpen: (anchor: HTMLElement) => void }) {
  const { area, address } = list
  const { data: views } = useSavedViews(area)
  const { leave } = useViewActions(list)
  useEffect(() => syncWithAccount(listName(area)), [area])
  useOpening(list, views)
  const view = address.view ? views?.find(({ id }) => id === address.view) : undefined
  if (!view) return null
  const isChanged = differs(view, list)
  const label = t('kit.view.current', { name: view.name })
  return (
    <Box sx={{ display: 'flex', flex: { xs: '1 0 100%', md: '0 1 auto' }, order: { xs: 2, md: 0 }, minWidth: 0 }}>
      <Box
        sx={({ palette }) => ({
          display: 'inline-flex',
          alignItems: 'center',
          minWidth: { xs: 0, md: 88 },
          maxWidth: { xs: '100%', md: 240 },
          height: { xs: 44, sm: 30 },
          borderRadius: 1,
          fontSize: 13,
          border: 1,
          borderColor: palette.focus,
          bgcolor: palette.surfaces.chosen,
        })}
      >
        <ButtonBase
          aria-haspopup="dialog"
          title={label}
          onClick={(event) => onOpen(event.currentTarget)}
          sx={{ font: 'inherit', height: '100%', minWidth: 0, pl: 1.25, pr: 0.5, borderRadius: 1 }}
        >
          <Box
            component="span"
            sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 500 }}
          >
            {label}
          </Box>
          {isChanged && (
            <Box
              component="span"
              sx={({ palette }) => ({ ml: 0.75, flexShrink: 0, fontSize: 12, color: palette.tones.warning.text })}
            >
              {t('kit.view.changed')}
            </Box>
          )}
        </ButtonBase>
        <ButtonBase
          aria-label={t('kit.view.leave', { name: view.name })}
          onClick={leave}
          sx={{ width: { xs: 44, sm: 26 }, height: '100%', borderRadius: 1, flexShrink: 0 }}
        >
          <CloseRounded sx={{ fontSize: 16 }} />
        </ButtonBase>
      </Box>
    </Box>
  )
}

/** Opens the view of an address that consists of a view's id only, and the default view for an empty address. */
const useOpening = ({ area, address }: AreaListState, views: readonly SavedView[] | undefined) => {
  const [search, setSearch] = usePageSearch()
  const isViewLink = Boolean(address.view) && [...search.keys()].every((name) => name === '_view')
  const isEmptyAddress = search.size === 0
  useEffect(() => {
    if (!views || !(isViewLink || isEmptyAddress)) return
    const role = session()?.role
    const view = isViewLink ? views.find(({ id }) => id === address.view) : role && openingView(views, role)
    if (view) setSearch(viewSearch(view, readListPreferences(listName(area)).size), { replace: true })
    else if (isViewLink) {
      void loadAllAreas().then(() => notify({ tone: 'info', text: t('views.gone') }))
      setSearch({}, { replace: true })
    }
  }, [views, isViewLink, isEmptyAddress, address.view, area, setSearch])
}
