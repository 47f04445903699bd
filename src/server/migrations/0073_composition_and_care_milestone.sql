-- The milestone that verified compositions and approved care instructions fill.
alter table tna_template_items drop constraint tna_template_items_filled_by_check;
alter table tna_template_items add constraint tna_template_items_filled_by_check check (filled_by in ('manual', 'issued', 'acknowledged', 'factory_allocated', 'prices_released', 'tickets_confirmed', 'composition_and_care', 'material_in_house', 'cutting', 'sewing', 'packing', 'ex_factory'));
alter table tna_tasks drop constraint tna_tasks_filled_by_check;
alter table tna_tasks add constraint tna_tasks_filled_by_check check (filled_by in ('manual', 'issued', 'acknowledged', 'factory_allocated', 'prices_released', 'tickets_confirmed', 'composition_and_care', 'material_in_house', 'cutting', 'sewing', 'packing', 'ex_factory'));
update tna_template_items set filled_by = 'composition_and_care' where code = 'care_approved' and filled_by = 'manual';
update tna_tasks set filled_by = 'composition_and_care' where code = 'care_approved' and filled_by = 'manual' and status = 'pending';
