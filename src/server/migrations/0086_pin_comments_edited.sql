-- Whoever wrote a comment edits it: its version settles two edits at once, and readers see when the last one was.
alter table file_pin_comments add column version integer not null default 1;
alter table file_pin_comments add column edited_at timestamptz;
