-- Which columns a person chose for files with the same headings, to be offered for the next one.
create table import_mappings (
  owner_id bigint not null references users on delete cascade,
  area text not null,
  -- A digest of the headings, whatever their order.
  headings text not null,
  file_name text not null,
  settings jsonb not null,
  used_at timestamptz not null default now(),
  primary key (owner_id, area, headings)
);
create index import_mappings_used_at_idx on import_mappings (used_at);
