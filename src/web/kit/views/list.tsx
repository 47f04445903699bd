import CheckRounded from '@mui/icons-material/CheckRounded'
import EditRounded from '@mui/icons-material/EditRounded'
import HomeRounded from '@mui/icons-material/HomeRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { openingView, type SavedView } from '#shared/kit/saved-view.ts'
import { t } from '#web/i18n.ts'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { session } from '#web/providers/session.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { differs, stateOf, useSavedViews, useViewActions } from './saved-views'

/** The saved views of a list, and the actions on the active one. */
export function SavedViewList({ list, onEdit, onClose }: Props) {
  const { data: views = [], isError, isPending } = useSavedViews(list.area)
  const { choose, leave, change, refresh } = useViewActions(list)
  const current = views.find(({ id }) => id === list.address.view)
  const isChanged = current !== undefined && differs(current, list)
  const user = session()
  const defaultView = user ? openingView(views, user.role) : undefined
  const closeAnd = (act: () => void) => () => {
    onClose()
    act()
  }
  const update = async (view: SavedView) => {
    onClose()
    try {
      await change(view, { state: stateOf(list) })
      notify({ tone: 'success', text: t('views.updated', { name: view.name }) })
    } catch (error) {
      notifyFailure(error)
      await refresh()
    }
  }
  return (
    <Box component="section" aria-labelledby="saved-views" sx={{ pt: 1.5, pb: 1 }}>
      <Box
        component="h2"
        id="saved-views"
        sx={{ m: 0, px: 2, pb: 0.5, fontSize: 12, fontWeight: 600, color: 'text.secondary' }}
      >
        {t('views.title')}
      </Box>
      {isError && <Note>{t('views.failed')}</Note>}
      {!isError && !isPending && views.length === 0 && (
        <Note>{t(list.hasColumns ? 'views.none' : 'views.none_plain')}</Note>
      )}
      {views.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 240, overflow: 'auto' }}>
          {views.map((view) => (
            <Box key={view.id} component="li" sx={{ display: 'flex', alignItems: 'center', pr: 1 }}>
              <ViewButton
                view={view}
                isCurrent={view === current}
                opens={view === defaultView}
                onChoose={closeAnd(() => choose(view))}
              />
              {view.may_change && (
                <IconButton size="small" aria-label={t('views.edit', { name: view.name })} onClick={() => onEdit(view)}>
                  <EditRounded sx={{ fontSize: 16 }} />
                </IconButton>
              )}
            </Box>
          ))}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', px: 1, pt: 0.5 }}>
        {current && isChanged && current.may_change && (
          <Action onClick={() => void update(current)}>{t('views.update', { name: current.name })}</Action>
        )}
        {current && isChanged && (
          <Action onClick={closeAnd(() => choose(current))}>{t('views.restore', { name: current.name })}</Action>
        )}
        {current && <Action onClick={closeAnd(leave)}>{t('views.whole')}</Action>}
        {current && current.shared_with !== 'private' && (
          <Action onClick={closeAnd(() => void copyLink(list, current))}>{t('views.link')}</Action>
        )}
        <Action onClick={() => onEdit(null)}>{t('views.save_as')}</Action>
      </Box>
    </Box>
  )
}

interface Props {
  list: AreaListState
  /** Opens the form of a view; null for a new one. */
  onEdit: (view: SavedView | null) => void
  onClose: () => void
}

/** The audience of a view as text, with its owner if that is another person. */
const audienceOf = ({ shared_with, role, owner }: SavedView): string => {
  const audience = t(`views.audiences.${shared_with}`, { role: role ? t(`pages.roles.${role}`) : '' })
  return owner.title && owner.id !== session()?.id ? t('views.by', { who: audience, owner: owner.title }) : audience
}

function ViewButton({ view, isCurrent, opens, onChoose }: ViewButtonProps) {
  return (
    <ButtonBase
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onChoose}
      sx={{
        font: 'inherit',
        flex: 1,
        minWidth: 0,
        minHeight: { xs: 48, sm: 40 },
        gap: 1,
        pl: 2,
        pr: 1,
        py: 0.5,
        justifyContent: 'flex-start',
        textAlign: 'left',
        borderRadius: 1,
        '&:hover': { bgcolor: 'surfaces.hover' },
      }}
    >
      <CheckRounded sx={{ fontSize: 16, flexShrink: 0, visibility: isCurrent ? 'visible' : 'hidden' }} />
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        <Box component="span" sx={{ display: 'block', fontSize: 13, overflowWrap: 'anywhere' }}>
          {view.name}
        </Box>
        <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
          {audienceOf(view)}
        </Box>
      </Box>
      {opens && (
        <HomeRounded titleAccess={t('views.opens')} sx={{ fontSize: 16, flexShrink: 0, color: 'text.secondary' }} />
      )}
    </ButtonBase>
  )
}
interface ViewButtonProps {
  view: SavedView
  isCurrent: boolean
  opens: boolean
  onChoose: () => void
}

function Action({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button
      size="small"
      onClick={onClick}
      sx={{ minHeight: { xs: 44, sm: 30 }, maxWidth: '100%', textAlign: 'left', overflowWrap: 'anywhere' }}
    >
      {children}
    </Button>
  )
}

function Note({ children }: { children: string }) {
  return <Box sx={{ px: 2, py: 0.5, fontSize: 13, color: 'text.secondary' }}>{children}</Box>
}

const copyLink = async ({ area }: AreaListState, { id }: SavedView) => {
  try {
    await navigator.clipboard.writeText(`${location.origin}${area.path}?_view=${id}`)
    notify({ tone: 'success', text: t('views.link_copied') })
  } catch {
    notify({ tone: 'warning', text: t('views.link_failed') })
  }
}
