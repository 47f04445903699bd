import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, longText, moment, reference, text } from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'

export const supportTickets = defineArea({
  name: 'support-tickets',
  path: '/apps/support_tickets',
  title: 'ticket_no',
  fields: {
    ticket_no: text({ readOnly: true, unique: true, max: 20, search: 'code', sort: true }),
    subject: text({ required: true, max: 200, search: true }),
    category: choice(['bug', 'question', 'request'], { required: true, sort: true }),
    message: longText({ required: true, max: 5000 }),
    page: text({ max: 300 }),
    browser: text({ max: 300 }),
    reporter_id: reference('users', { readOnly: true, openTitle: true, sort: true }),
    answer: longText({ readOnly: true, max: 5000 }),
    answered_by: reference('users', { readOnly: true, openTitle: true }),
    answered_at: moment({ readOnly: true, sort: true }),
    follow_up: longText({ readOnly: true, max: 5000 }),
  },
  lifecycle: lifecycle({
    start: 'open',
    states: { open: 'warning', answered: 'success', closed: 'neutral' },
    moves: {
      answer: {
        from: ['open', 'answered'],
        to: 'answered',
        by: ['admin'],
        asks: { answer: longText({ required: true, max: 5000 }) },
      },
      reopen: {
        from: ['answered', 'closed'],
        to: 'open',
        by: 'everyone',
        asks: { follow_up: longText({ required: true, max: 5000 }) },
      },
      close: { from: ['open', 'answered'], to: 'closed', by: 'everyone', asks: { comment: longText({ max: 500 }) } },
    },
  }),
  access: { read: 'everyone', create: 'everyone', edit: [], delete: [] },
  scope: { Office: 'own', Agent: 'own', staff: 'own', user: 'own', superAdmin: 'own' },
  sort: ['-id'],
  columns: ['ticket_no', 'subject', 'status', 'category', 'reporter_id', 'updated_at'],
})
export type SupportTicket = RecordOf<typeof supportTickets>
