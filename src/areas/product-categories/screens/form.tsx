import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useController, useWatch } from 'react-hook-form'
import type { Area } from '#shared/kit/area.ts'
import { choiceOptions } from '#web/fields/choice.tsx'
import { OptionRow } from '#web/fields/option-row.tsx'
import { choiceLabel, fieldHint, fieldLabel, language } from '#web/i18n.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { FieldInput, useFieldError } from '#web/kit/form/field.tsx'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { FieldSection, fieldGrid } from '#web/kit/form/field-section.tsx'
import { useShownPath } from '#web/kit/form/form-scope.ts'
import { sectionTitle } from '#web/kit/form/sections.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { productCategories } from '../area'
import { profileFields, requirementFields } from '../rules'
import { type CategoryProfile, profileQuery, profileText } from './profile-data'

/** The form of a category: its position in the tree, and its own values of inherited fields. */
export const Form = ({ area }: { area: Area }) => <AreaForm area={area}>{() => <Sections />}</AreaForm>

function Sections() {
  const inheritedProfile = useAbove(useWatch({ name: 'parent_id' }))
  const writable = profileFields.filter((name) => fieldRights().mayWrite(productCategories, name))
  return (
    <>
      <FieldSection
        area={productCategories}
        title={sectionTitle(productCategories, 'category')}
        fields={['name_en', 'name_zh', 'code', 'parent_id']}
      />
      <Section title={profileText('title')} help={profileText('form_help')}>
        <Box sx={fieldGrid}>
          {writable.map((name) =>
            isRequirement(name) ? (
              <Requirement key={name} name={name} above={inheritedProfile} />
            ) : (
              <Inheritable key={name} name={name} above={inheritedProfile} />
            ),
          )}
        </Box>
      </Section>
    </>
  )
}

type Name = (typeof profileFields)[number]
type Requirement = (typeof requirementFields)[number]
const isRequirement = (name: Name): name is Requirement => requirementFields.some((field) => field === name)

interface PlaceProps<N> {
  name: N
  above: CategoryProfile | null
}

/** Required, not required, or inherited with the effective value. */
function Requirement({ name, above }: PlaceProps<Requirement>) {
  const { field } = useController({ name })
  useShownPath(name)
  const error = useFieldError(name)
  const label = fieldLabel(productCategories, name)
  const value = typeof field.value === 'string' ? field.value : ''
  const options = choiceOptions({
    area: productCategories,
    name,
    field: productCategories.fields[name],
    record: {},
  })
  return (
    <FieldFrame label={label} hint={hintOf(name, above, value === '')} error={error}>
      {(binding) => (
        <OptionRow
          {...binding}
          label={label}
          invalid={Boolean(error)}
          options={[{ value: inherit, label: profileText('inherit') }, ...options]}
          value={[value || inherit]}
          onChange={([picked]) => field.onChange(picked === inherit ? null : picked)}
          onBlur={field.onBlur}
        />
      )}
    </FieldFrame>
  )
}

const inherit = 'inherit'

/** A value of the category itself; if empty it is inherited. */
const Inheritable = ({ name, above }: PlaceProps<Name>) => {
  const value = useWatch({ name })
  return (
    <Box sx={{ minWidth: 0 }}>
      <FieldInput
        area={productCategories}
        name={name}
        field={productCategories.fields[name]}
        path={name}
        label={fieldLabel(productCategories, name)}
        hint={hintOf(name, above, value === null || value === undefined || value === '')}
      />
    </Box>
  )
}

/** The explanation of the field, and the effective value if it is empty. */
const hintOf = (name: Name, above: CategoryProfile | null, isOpen: boolean): string =>
  [fieldHint(productCategories, name), above && inherited(name, above, isOpen)]
    .filter(Boolean)
    .join(language() === 'zh' ? '' : ' ')

const inherited = (name: Name, { values, sources }: CategoryProfile, isOpen: boolean): string => {
  const source = sources[name]
  if (!source) return isOpen ? profileText('nothing_above') : ''
  const value = isRequirement(name)
    ? choiceLabel(productCategories, name, String(values[name]))
    : formatValue(productCategories, name, values)
  const from = (language() === 'zh' && source.name_zh) || source.name_en
  return profileText(isOpen ? 'inherits' : 'would_inherit', { value, name: from })
}

/** The values inherited from the parent; null while unknown. */
const useAbove = (parent: unknown): CategoryProfile | null => {
  const { data } = useQuery({
    ...profileQuery(Number(parent)),
    enabled: typeof parent === 'number',
  })
  if (typeof parent !== 'number') return { values: {}, sources: {} }
  return data ?? null
}
