import { format, t } from '#web/i18n.ts'

/** A file size as text with its unit. */
export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024
    ? t('files.kilobytes', { size: format.number(Math.max(1, Math.round(bytes / 1024))) })
    : t('files.megabytes', { size: format.number((bytes / 1024 / 1024).toFixed(1), 1) })
