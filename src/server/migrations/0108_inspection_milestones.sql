-- The milestones that inspections fill.
alter table tna_template_items drop constraint tna_template_items_filled_by_check;
alter table tna_template_items add constraint tna_template_items_filled_by_check check (filled_by in ('manual', 'issued', 'acknowledged', 'factory_allocated', 'prices_released', 'tickets_confirmed', 'specifications_acknowledged', 'composition_and_care', 'artwork_approved', 'lab_dip_sent', 'lab_dip_approved', 'fit_sent', 'fit_approved', 'size_set_sent', 'size_set_approved', 'pps_sent', 'pps_approved', 'top_approved', 'inline_inspected', 'dupro_inspected', 'lab_test_passed', 'final_passed', 'material_in_house', 'cutting', 'sewing', 'packing', 'ex_factory'));
alter table tna_tasks drop constraint tna_tasks_filled_by_check;
alter table tna_tasks add constraint tna_tasks_filled_by_check check (filled_by in ('manual', 'issued', 'acknowledged', 'factory_allocated', 'prices_released', 'tickets_confirmed', 'specifications_acknowledged', 'composition_and_care', 'artwork_approved', 'lab_dip_sent', 'lab_dip_approved', 'fit_sent', 'fit_approved', 'size_set_sent', 'size_set_approved', 'pps_sent', 'pps_approved', 'top_approved', 'inline_inspected', 'dupro_inspected', 'lab_test_passed', 'final_passed', 'material_in_house', 'cutting', 'sewing', 'packing', 'ex_factory'));
update tna_template_items as t set filled_by = m.filler from (values
  ('inline_inspection', 'inline_inspected'),
  ('dupro', 'dupro_inspected'),
  ('lab_test_passed', 'lab_test_passed'),
  ('final_inspection', 'final_passed')) as m(code, filler)
where t.code = m.code and t.filled_by = 'manual';
update tna_tasks as t set filled_by = m.filler from (values
  ('inline_inspection', 'inline_inspected'),
  ('dupro', 'dupro_inspected'),
  ('lab_test_passed', 'lab_test_passed'),
  ('final_inspection', 'final_passed')) as m(code, filler)
where t.code = m.code and t.filled_by = 'manual' and t.status = 'pending';
