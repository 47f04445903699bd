import * as z from 'zod'

const body = z.string().trim().min(1, 'required').max(2000)
const share = z.number().min(0).max(1)
const version = z.int().min(1).describe('The version of the comment that was read.')

/** The request bodies of the routes for pins. */
export const newPin = z.strictObject({
  page: z.int().min(1).max(1000).default(1),
  x: share,
  y: share,
  body,
  visibility: z.enum(['internal', 'shared']).optional(),
})
export type NewPin = z.output<typeof newPin>

export const newAnswer = z.strictObject({ body })

export const editedComment = z.strictObject({ body, version })
export type EditedComment = z.output<typeof editedComment>

export const removedComment = z.strictObject({ version })
