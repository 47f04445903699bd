-- What an account keeps of imports and sends of files is bounded.
alter table imports add column size bigint not null default 0;
create index files_created_by_idx on files (created_by, created_at);
