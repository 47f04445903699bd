-- A key is claimed before its work begins: who works on it, until when nobody else may, and which rows are meant. The
-- answer comes with the end.
alter table idempotency_keys
  alter column status drop not null,
  alter column answer drop not null,
  add column plan jsonb,
  add column holder text,
  add column lease_until timestamptz,
  add constraint idempotency_keys_state check ((status is null) = (holder is not null));

-- What became of each row, written with the row itself: whoever goes on after a crash begins behind it.
create table idempotency_rows (
  user_id bigint not null,
  key text not null,
  number integer not null,
  answer jsonb not null,
  primary key (user_id, key, number),
  foreign key (user_id, key) references idempotency_keys on delete cascade
);
