/** What the attachments of an area may be. */
export interface AttachmentLimits {
  /** Files in one request. */
  files: number
  /** Bytes of one file. */
  size: number
  endings: readonly string[]
}

const usualLimits: AttachmentLimits = {
  files: 20,
  size: 25 * 1024 * 1024,
  endings: ['pdf', 'jpg', 'jpeg', 'png', 'webp', 'xlsx', 'csv', 'docx'],
}

const artworkLimits: AttachmentLimits = {
  files: 20,
  size: 200 * 1024 * 1024,
  endings: [...usualLimits.endings, 'svg', 'ai', 'eps', 'zip'],
}

/** Limits of the attachments of an area; the server checks the content too. */
export const attachmentLimits = ({ artworkFiles }: { artworkFiles?: boolean | undefined }): AttachmentLimits =>
  artworkFiles ? artworkLimits : usualLimits

/** Limits of attachments of any area. */
export const mostAttachmentLimits = artworkLimits

/** Content types of which the portal makes a picture, and on which comments can be pinned. */
export const picturedTypes: readonly string[] = [
  'application/pdf',
  'image/svg+xml',
  'image/png',
  'image/jpeg',
  'image/webp',
]

/** The most records that one upload request attaches the same files to. */
export const mostRecordsOfFile = 200

/** Kinds of attachments. */
export const attachmentKinds = [
  'contract',
  'invoice',
  'packing_list',
  'packing_instruction',
  'tech_pack',
  'specification',
  'artwork',
  'source_file',
  'print_file',
  'proof',
  'label_proof',
  'certificate',
  'audit_report',
  'corrective_action_plan',
  'scope_certificate',
  'transaction_certificate',
  'test_report',
  'photo',
  'other',
] as const
export type AttachmentKind = (typeof attachmentKinds)[number]
