import type { Tone } from '#shared/kit/lifecycle.ts'
import type { CapState, FirmFinding, Severity } from '#shared/trade/accreditation.ts'

export const capTones: Record<CapState, Tone> = {
  none: 'neutral',
  open: 'warning',
  in_progress: 'info',
  closed: 'success',
  overdue: 'danger',
}

export const severityTones: Record<Severity, Tone> = {
  zero_tolerance: 'danger',
  critical: 'danger',
  major: 'warning',
  minor: 'neutral',
}

export const firmTones: Record<FirmFinding, Tone> = {
  suspended: 'danger',
  not_accredited: 'warning',
  accreditation_expired: 'warning',
}
