/** What may be attached to a record; the server looks at the content too. */
export const attachmentLimits = {
  /** Files in one request. */
  files: 20,
  /** Bytes of one file. */
  size: 25 * 1024 * 1024,
  endings: ['pdf', 'jpg', 'jpeg', 'png', 'webp', 'xlsx', 'csv', 'docx'],
} as const

/** What an attachment is to the record. */
export const attachmentKinds = [
  'contract',
  'invoice',
  'packing_list',
  'tech_pack',
  'artwork',
  'certificate',
  'test_report',
  'photo',
  'other',
] as const
