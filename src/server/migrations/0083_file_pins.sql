-- Comments pinned to a point of a picture that is attached to a record, with their answers.
create table file_pins (
  id bigint generated always as identity primary key,
  file_id bigint not null constraint file_pins_file_id_fkey references files (id) on delete cascade,
  -- Counted from 1 for each file.
  seq integer not null,
  page integer not null constraint file_pins_page check (page between 1 and 1000),
  -- Shares of the picture's width and height.
  x numeric(6,5) not null constraint file_pins_x check (x between 0 and 1),
  y numeric(6,5) not null constraint file_pins_y check (y between 0 and 1),
  visibility text not null constraint file_pins_visibility check (visibility in ('internal', 'shared')),
  -- The company of who pinned it; null: the retailer.
  supplier_id bigint constraint file_pins_supplier_id_fkey references suppliers (id),
  created_by bigint constraint file_pins_created_by_fkey references users (id),
  created_at timestamptz not null default now(),
  resolved_by bigint constraint file_pins_resolved_by_fkey references users (id),
  resolved_at timestamptz
);
create unique index file_pins_seq_key on file_pins (file_id, seq);
create index file_pins_supplier_id_idx on file_pins (supplier_id);
create index file_pins_created_by_idx on file_pins (created_by);
create index file_pins_resolved_by_idx on file_pins (resolved_by);

-- The first is the comment itself.
create table file_pin_comments (
  id bigint generated always as identity primary key,
  pin_id bigint not null constraint file_pin_comments_pin_id_fkey references file_pins (id) on delete cascade,
  body text not null,
  created_by bigint constraint file_pin_comments_created_by_fkey references users (id),
  created_at timestamptz not null default now()
);
create index file_pin_comments_pin_id_idx on file_pin_comments (pin_id, id);
create index file_pin_comments_created_by_idx on file_pin_comments (created_by);
