-- Large files that come in parts (tus): which file of whom, for which record, and how much of it is here.
create table uploads (
  id text primary key,
  user_id bigint not null constraint uploads_user_id_fkey references users (id) on delete cascade,
  area text not null,
  record_id bigint not null,
  name text not null,
  size bigint not null,
  received bigint not null default 0,
  parts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint uploads_received check (received between 0 and size)
);
create index uploads_user_id_idx on uploads (user_id, created_at);
create index uploads_expires_at_idx on uploads (expires_at);

-- The bytes of a part are stored under its key, as those of a file are.
create table upload_parts (
  upload_id text not null constraint upload_parts_upload_id_fkey references uploads (id) on delete cascade,
  start bigint not null,
  size bigint not null,
  key text not null,
  primary key (upload_id, start),
  constraint upload_parts_size check (size > 0)
);
create index upload_parts_key_idx on upload_parts (key);
