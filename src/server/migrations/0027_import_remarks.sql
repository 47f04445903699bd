-- What is worth a look in a document of an import, though nothing is wrong with it.
alter table import_documents add column remarks jsonb not null default '[]';
