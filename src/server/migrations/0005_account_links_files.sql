-- Links that prove an address: of a token only its hash is kept.
create table account_tokens (
  hash text primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint account_tokens_purpose check (purpose in ('reset', 'invitation', 'confirmation'))
);
create index account_tokens_user_id_idx on account_tokens (user_id, purpose, created_at);
create index account_tokens_expires_at_idx on account_tokens (expires_at);

-- Whoever changes address, state or password, by whichever way: links that were sent before are worth nothing after.
create function account_links_die() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'credentials' then
    delete from account_tokens where user_id = new.user_id;
  elsif (old.email, old.status, old.archived_at) is distinct from (new.email, new.status, new.archived_at) then
    delete from account_tokens where user_id = new.id;
  end if;
  return null;
end
$$;
create trigger users_links_die after update of email, status, archived_at on users
  for each row execute function account_links_die();
create trigger credentials_links_die after insert or update on credentials
  for each row execute function account_links_die();

-- Uploaded files: what they are and whose; the bytes are in the data directory under `key`.
create table files (
  id bigint generated always as identity primary key,
  key text not null,
  name text not null,
  type text not null,
  size bigint not null,
  sha256 text not null,
  area text not null,
  record_id bigint not null,
  slot text not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  constraint files_key_key unique (key),
  constraint files_size check (size > 0)
);
create index files_record_idx on files (area, record_id, slot, id);
create unique index files_photo_idx on files (record_id) where area = 'users' and slot = 'photo';

-- Who is deleted leaves no files behind; the bytes go with the next sweep.
create function users_files_go() returns trigger language plpgsql as $$
begin
  delete from files where area = 'users' and record_id = old.id;
  return null;
end
$$;
create trigger users_files_go after delete on users for each row execute function users_files_go();

-- Numbers that people read (ST-2026-000123), one row a series.
create table counters (
  name text primary key,
  value bigint not null
);

alter table settings add column registration_open boolean not null default false;
