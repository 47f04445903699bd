-- The cartons that an inspector opened, drawn at random.
alter table qa_activities add column carton_qty integer, add column drawn_cartons text;
create index qa_activities_carton_qty_idx on qa_activities (carton_qty, id);
