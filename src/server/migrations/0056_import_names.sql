-- Names in an import's file that no record bears: which record each would become, and which it became.
create table import_names (
  import_id bigint not null references imports on delete cascade,
  area text not null,
  -- The name as names are compared.
  key text not null,
  place integer not null,
  name text not null,
  spellings jsonb not null,
  code text not null,
  -- A record that has the code already, under another name.
  alike jsonb,
  -- The person has said that the name means that record.
  same boolean not null,
  problems jsonb not null,
  record_id bigint,
  primary key (import_id, area, key)
);
