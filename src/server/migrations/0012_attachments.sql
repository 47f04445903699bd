-- Files that people attach to records: who sees them, what they are, and which one came after which.
alter table files
  add column visibility text not null default 'shared',
  add column kind text,
  add column description text,
  -- The company whose people brought it; without one it is the house's.
  add column supplier_id bigint,
  -- The first version's id; null for that one itself.
  add column series_id bigint,
  add column version_no integer not null default 1,
  add constraint files_visibility check (visibility in ('internal', 'shared')),
  add constraint files_version check (version_no > 0);
create unique index files_series_idx on files (coalesce(series_id, id), version_no);

-- The same content is stored once: rows may name the same bytes.
alter table files drop constraint files_key_key;
create index files_key_idx on files (key);
create index files_content_idx on files (sha256, size);
