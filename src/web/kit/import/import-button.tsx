import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { t } from '#web/i18n.ts'

/** A link to the import of an area. */
export function ImportButton({ area }: { area: Area }) {
  return (
    <Button component={Link} to={`${area.path}/import`}>
      {t('kit.list.import')}
    </Button>
  )
}
