/** Limits of the attachments of an area. */
export interface AttachmentLimits {
  /** Maximum number of files in one request. */
  files: number
  /** Maximum size of one file, in bytes. */
  size: number
  /** Accepted file extensions, in lower case without the dot. */
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

/** The limits of an area's attachments. The server also checks that the content matches the extension. */
export const attachmentLimits = ({ artworkFiles }: { artworkFiles?: boolean | undefined }): AttachmentLimits =>
  artworkFiles ? artworkLimits : usualLimits

/** The widest limits of any area, for checks before the area is known. */
export const mostAttachmentLimits = artworkLimits

/** Content types that the portal renders as pictures, on which comments can be pinned. */
export const picturedTypes: readonly string[] = [
  'application/pdf',
  'image/svg+xml',
  'image/png',
  'image/jpeg',
  'image/webp',
]

/** Maximum number of records to which one upload request attaches the same files. */
export const mostRecordsOfFile = 200

/** Kinds of attachments; their labels are locale texts. */
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
