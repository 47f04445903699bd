-- Reminders of what waits: at most one a day for a line, a kind of requirement and a side.
create table readiness_reminders (
  po_line_id bigint not null references po_lines (id) on delete cascade,
  kind text not null,
  side text not null check (side in ('office', 'supplier')),
  sent_on date not null,
  sent_by bigint references users (id) on delete set null,
  primary key (po_line_id, kind, side, sent_on)
);
create index readiness_reminders_sent_by_idx on readiness_reminders (sent_by);
