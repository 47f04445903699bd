import { defineArea } from '#shared/kit/area.ts'
import { choice, date, reference, text } from '#shared/kit/fields.ts'

/** A certificate that a yarn is sold with. */
export const yarnCertificates = defineArea({
  name: 'yarn-certificates',
  title: 'standard',
  fields: {
    yarn_id: reference('yarns', { required: true, fixed: true }),
    standard: choice(['gots', 'ocs', 'grs', 'rcs', 'rws', 'rms', 'gcs', 'oeko_tex', 'european_flax', 'fsc', 'bci'], {
      required: true,
    }),
    certificate_no: text({ required: true, max: 60 }),
    valid_until: date({ required: true, sort: true }),
  },
  access: {
    read: ['admin', 'Office', 'Agent'],
    create: ['admin', 'Office', 'Agent'],
    edit: ['admin', 'Office', 'Agent'],
    delete: ['admin', 'Office', 'Agent'],
  },
  partOf: { area: 'yarns', by: 'yarn_id' },
  key: ['standard', 'certificate_no'],
  sort: ['valid_until', 'id'],
})
