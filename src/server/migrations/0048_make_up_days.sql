-- Days off that are worked to make up for a holiday, and dates that are not certain yet.
alter table calendar_holidays
  add column kind text not null default 'holiday' constraint calendar_holidays_kind_check check (kind in ('holiday', 'make_up_day')),
  add column is_provisional boolean not null default false;

-- Milestones that the retail prices of a line fill.
alter table tna_template_items drop constraint tna_template_items_filled_by_check;
alter table tna_template_items add constraint tna_template_items_filled_by_check check (filled_by in ('manual', 'issued', 'acknowledged', 'factory_allocated', 'prices_released', 'tickets_confirmed', 'material_in_house', 'cutting', 'sewing', 'packing', 'ex_factory'));
alter table tna_tasks drop constraint tna_tasks_filled_by_check;
alter table tna_tasks add constraint tna_tasks_filled_by_check check (filled_by in ('manual', 'issued', 'acknowledged', 'factory_allocated', 'prices_released', 'tickets_confirmed', 'material_in_house', 'cutting', 'sewing', 'packing', 'ex_factory'));
update tna_template_items set filled_by = 'prices_released' where code = 'rrp_released' and filled_by = 'manual';
update tna_template_items set filled_by = 'tickets_confirmed' where code = 'labels_ordered' and filled_by = 'manual';
update tna_tasks set filled_by = 'prices_released' where code = 'rrp_released' and filled_by = 'manual';
update tna_tasks set filled_by = 'tickets_confirmed' where code = 'labels_ordered' and filled_by = 'manual';

-- Plans that stand catch up with it, and with calendars that changed before plans followed them, after the start.
insert into outbox (kind, payload)
select 'tna_settle', '{"after": 0}' where exists (select 1 from tna_tasks where status = 'pending');
