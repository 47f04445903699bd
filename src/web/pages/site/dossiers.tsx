import Box from '@mui/material/Box'
import { loadAllAreas, t } from '#web/i18n.ts'
import { isOpen, useDossiers } from '#web/kit/dossier/data.ts'
import { DossierRow } from '#web/kit/dossier/dossier-row.tsx'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { usePageTitle } from '#web/shell/page-title.ts'

export const ready = loadAllAreas

/** `/pages/dossiers`: the dossiers that this account has requested, with their progress and files. */
export const Page = () => {
  usePageTitle(t('dossier.page.title'))
  const { data, error, refetch } = useDossiers()
  return (
    <Frame title={t('dossier.page.title')} facts={data?.some(isOpen) ? t('dossier.page.may_leave') : undefined}>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <EmptyState title={t('dossier.page.none')} />
      ) : (
        data && (
          <Section title={t('dossier.page.mine')}>
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxWidth: 960 }}>
              {data.map((dossier) => (
                <DossierRow key={dossier.id} dossier={dossier} />
              ))}
            </Box>
          </Section>
        )
      )}
    </Frame>
  )
}
