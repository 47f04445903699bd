import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { nameCompletions, nameParts } from '#web/fields/name-parts.ts'
import { t } from '#web/i18n.ts'
import { portfolioNames } from '#web/kit/list/portfolio-note.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { Entry } from '#web/pages/account/entry.tsx'
import { useEntries } from '#web/pages/account/use-entries.ts'
import { type Person, saveUser } from '#web/providers/session.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { ProfilePhoto } from './photo'

/** Name, telephone and photo, which people edit themselves, and read-only data of the account. */
export const ProfilePerson = ({ person, onDirty }: Props) => {
  const { info, data } = person
  const saved = { first_name: info.first_name, last_name: info.last_name, phone: data.phone ?? '' }
  const form = useEntries(saved, async (values) => {
    const [first_name, last_name, phone] = [values.first_name, values.last_name, values.phone].map((text) =>
      text.trim(),
    )
    await saveUser({ first_name, last_name, phone: phone || null })
    notify({ tone: 'success', text: t('members.profile.person_saved') })
  })
  const { values } = form
  const isDirty = (Object.keys(saved) as (keyof typeof saved)[]).some((name) => values[name].trim() !== saved[name])
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const isReady = isDirty && values.first_name.trim() !== '' && values.last_name.trim() !== ''
  return (
    <Section title={t('members.profile.person')} help={t('members.profile.person_help')}>
      <ProfilePhoto person={person} />
      <Box
        component="form"
        noValidate
        aria-label={t('members.profile.person')}
        onSubmit={form.onSubmit}
        sx={{ mt: 2.5 }}
      >
        <Box sx={columns}>
          {nameParts().map((name) => (
            <Entry
              key={name}
              name={name}
              label={t(`account.fields.${name}`)}
              value={values[name]}
              problem={form.refusal(`user.${name}`) ?? missing(values[name])}
              onValue={(value) => form.set(name, value)}
              autoComplete={nameCompletions[name]}
              inputProps={{ maxLength: 80 }}
            />
          ))}
          <Entry
            name="phone"
            type="tel"
            label={t('members.profile.phone')}
            optional
            value={values.phone}
            problem={form.refusal('user.phone')}
            hint={t('members.profile.phone_hint')}
            onValue={(value) => form.set('phone', value)}
            autoComplete="tel"
            inputProps={{ maxLength: 40 }}
          />
        </Box>
        <Facts person={person} />
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mt: 2.5 }}>
          <Button type="submit" variant="contained" disabled={!isReady || form.busy} aria-busy={form.busy}>
            {form.busy ? t('kit.form.saving') : t('members.profile.save')}
          </Button>
          <Box role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
            {isDirty && !form.busy ? t('kit.form.unsaved') : ''}
          </Box>
        </Box>
      </Box>
    </Section>
  )
}

interface Props {
  person: Person
  /** Called with whether there are unsaved entries. */
  onDirty: (isDirty: boolean) => void
}

/** One column on phones, two from `sm`. */
const columns = { display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 3 } as const

const missing = (value: string) => (value.trim() === '' ? t('members.profile.name_missing') : undefined)

const Facts = ({ person: { info, role, data } }: { person: Person }) => (
  <Box
    component="dl"
    sx={{ m: 0, display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' }, gap: 2, fontSize: 14 }}
  >
    {[
      [t('account.fields.email'), info.email],
      [t('members.profile.role'), t(`pages.roles.${role}`)],
      [t('members.profile.company'), info.company ?? '–'],
      ...(data.portfolio
        ? [
            [t('members.portfolio.title'), portfolioNames(data.portfolio)],
            [
              t('members.portfolio.sight'),
              t('members.portfolio.suppliers', { count: data.portfolio.suppliers.length }),
            ],
          ]
        : []),
    ].map(([label, value]) => (
      <Box key={label} sx={{ minWidth: 0 }}>
        <Box component="dt" sx={{ fontSize: 12, fontWeight: 500, color: 'text.secondary' }}>
          {label}
        </Box>
        <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
          {value}
        </Box>
      </Box>
    ))}
  </Box>
)
