-- Views of lists that people saved: for themselves, for a role or for everybody.
create table saved_views (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  area text not null,
  name text collate "und-x-icu" not null,
  owner_id bigint not null references users (id) on delete cascade,
  shared_with text not null default 'private',
  role text,
  is_default boolean not null default false,
  state jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint saved_views_shared_with_check check (shared_with in ('private', 'role', 'all')),
  constraint saved_views_role_check check ((role is not null) = (shared_with = 'role'))
);
create unique index saved_views_name_key on saved_views (area, owner_id, lower(name));
-- Lists open with one view at most for each person, each role and everybody.
create unique index saved_views_default_key
  on saved_views (area, (case when shared_with = 'private' then owner_id::text else coalesce(role, '*') end))
  where is_default;
create index saved_views_owner_id_idx on saved_views (owner_id);
