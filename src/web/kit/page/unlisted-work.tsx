import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { flatNavigation } from '#areas/navigation.ts'
import { worklists } from '#areas/worklists.ts'
import { register } from '#register'
import { language } from '#web/i18n.ts'
import { can } from '#web/providers/permission.ts'

/** Buttons to lists that the person may work on but that are missing in their menu. */
export const UnlistedWork = () =>
  unlisted().map(({ id, url, title }) => (
    <Button key={id} variant="outlined" component={Link} to={url ?? ''}>
      {title[language()]}
    </Button>
  ))

const unlisted = () => {
  const mayWorkOn = (area: string) => can(area, 'create') || can(area, 'edit')
  const paths = new Set([
    ...worklists.filter(({ path, area }) => can(`page:${path}`, 'open') && mayWorkOn(area)).map(({ path }) => path),
    ...register.areas.filter(({ name }) => mayWorkOn(name)).map(({ path }) => path),
  ])
  return flatNavigation().filter(({ id, url }) => url && paths.has(url) && !can(`menu:${id}`, 'open'))
}
