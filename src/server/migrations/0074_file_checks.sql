-- Every file is checked before anybody may open it, and has pictures for lists and for a look at it.
alter table files
  add column scan text not null default 'clean',
  -- The pages of a PDF.
  add column pages integer,
  -- The file that this one is a picture of: seen by whoever sees that one, and gone with it.
  add column source_id bigint constraint files_source_id_fkey references files (id) on delete cascade,
  add constraint files_scan check (scan in ('clean', 'waiting', 'refused'));
create unique index files_source_idx on files (source_id, slot) where source_id is not null;

-- What is left to do with a file: its check, then its pictures.
create table file_jobs (
  file_id bigint primary key constraint file_jobs_file_id_fkey references files (id) on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  last_error text
);
create index file_jobs_due_at_idx on file_jobs (due_at);

-- Pictures of files that were there before.
insert into file_jobs (file_id)
select id from files
where slot = 'attachment' and type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf');
