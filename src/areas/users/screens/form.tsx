import MailOutlineRounded from '@mui/icons-material/MailOutlineRounded'
import Alert from '@mui/material/Alert'
import { useWatch } from 'react-hook-form'
import { useParams } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { nameParts } from '#web/fields/name-parts.ts'
import { areaName, t } from '#web/i18n.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { RecordForm } from '#web/kit/form/record-form.tsx'
import { RowsEditor } from '#web/kit/form/rows-editor.tsx'
import { inSentence } from '#web/kit/page/list-labels.ts'
import { listAddress } from '#web/kit/page/list-memory.ts'
import { Page } from '#web/kit/page/page.tsx'

/** The form of an account; creating one sends an invitation. */
export const Form = ({ area }: { area: Area }) =>
  useParams().id === undefined ? (
    <NewUser area={area} />
  ) : (
    <AreaForm area={area}>{() => <Sections area={area} />}</AreaForm>
  )

const NewUser = ({ area }: { area: Area }) => (
  <Page
    title={t('kit.form.new_title', { name: inSentence(areaName(area, true)) })}
    back={{ to: listAddress(area), label: areaName(area) }}
    fit="form"
  >
    <RecordForm area={area}>
      <Alert severity="info" variant="outlined" icon={<MailOutlineRounded />}>
        {t('areas.users.invitation_follows')}
      </Alert>
      <Sections area={area} />
    </RecordForm>
  </Page>
)

/** The sections of an account; administrators may limit office accounts to portfolios. */
const Sections = ({ area }: { area: Area }) => {
  const [type, portfolios, isSuperUser] = useWatch({ name: ['type', 'portfolios', 'is_super_user'] })
  return (
    <>
      <FormSections area={area} sections={sections()} />
      {seesNoOrders(type) && isSuperUser !== 1 && (
        <Alert severity="warning" variant="outlined" role="status">
          {t(`areas.users.sees_no_orders.${type}`)}
        </Alert>
      )}
      {(type === 'Office' || portfolios?.length > 0) && <RowsEditor area={area} name="portfolios" />}
    </>
  )
}

/** Roles without access to orders, although the name of one suggests otherwise. */
const seesNoOrders = (type: unknown): boolean => type === 'user' || type === 'superAdmin'

const sections = () => [
  { name: 'person', fields: [...nameParts(), 'email', 'username', 'phone', 'language'] },
  { name: 'access', fields: ['type', 'supplier_id', 'company', 'is_super_user', 'review_departments'] },
]
