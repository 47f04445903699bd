import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { register } from '../../areas'
import { flatNavigation } from '../../areas/navigation'
import { worklists } from '../../areas/worklists'
import type { Area } from '../../shared/area'
import { language } from '../i18n'
import { can } from '../providers/permission'

/** The way to worklists over an area's rows that the person may open though the menu does not lead there. */
export const UnlistedWorklists = ({ area }: { area: Area }) =>
  unlisted(area).map(({ id, url, title }) => (
    <Button key={id} variant="outlined" component={Link} to={url ?? ''}>
      {title[language()]}
    </Button>
  ))

const unlisted = ({ name }: Area) => {
  const open = worklists.filter(
    ({ area, path }) => register.documentOf(area).name === name && can(area, 'read') && can(`page:${path}`, 'open'),
  )
  return flatNavigation().filter(({ id, url }) => !can(`menu:${id}`, 'open') && open.some(({ path }) => path === url))
}
