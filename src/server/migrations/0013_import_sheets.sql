-- Imports of workbooks: their sheets, and which of them was read.
alter table imports add column sheets jsonb not null default '[]';
alter table imports add column sheet text;
