/** The fields of every allocation about its answer, in the order of its page. */
export const answerFields: readonly string[] = [
  'round',
  'requested_by',
  'requested_at',
  'responded_by',
  'responded_at',
  'verified_by',
  'verified_at',
  'decision_comment',
  'waiver_reason',
  'replaces_id',
]
