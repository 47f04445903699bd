-- Samples and the final inspection are kinds of requirement of order lines; no profile asks for them yet.
alter table po_lines
  add column sample_readiness text not null default 'not_required'
    constraint po_lines_sample_readiness_check check (sample_readiness in ('not_required', 'missing', 'in_progress', 'rejected', 'ok', 'waived')),
  add column inspection_readiness text not null default 'not_required'
    constraint po_lines_inspection_readiness_check check (inspection_readiness in ('not_required', 'missing', 'in_progress', 'rejected', 'ok', 'waived')),
  drop constraint po_lines_requirements_check,
  add constraint po_lines_requirements_check check (requirements <@ array['factory', 'fibre', 'care', 'specification_measurement', 'specification_construction', 'specification_fabric', 'specification_trims', 'specification_labelling', 'specification_packing', 'specification_carton_marking', 'specification_testing', 'specification_security_tagging', 'specification_restricted_substances', 'artwork_main_label', 'artwork_care_label', 'artwork_size_label', 'artwork_hangtag', 'artwork_price_ticket', 'artwork_polybag', 'artwork_carton_mark', 'artwork_print', 'artwork_embroidery', 'artwork_packaging', 'artwork_security', 'accreditation', 'sample', 'inspection', 'retail_price']::text[]),
  drop constraint po_lines_added_requirements_check,
  add constraint po_lines_added_requirements_check check (added_requirements <@ array['factory', 'fibre', 'care', 'specification_measurement', 'specification_construction', 'specification_fabric', 'specification_trims', 'specification_labelling', 'specification_packing', 'specification_carton_marking', 'specification_testing', 'specification_security_tagging', 'specification_restricted_substances', 'artwork_main_label', 'artwork_care_label', 'artwork_size_label', 'artwork_hangtag', 'artwork_price_ticket', 'artwork_polybag', 'artwork_carton_mark', 'artwork_print', 'artwork_embroidery', 'artwork_packaging', 'artwork_security', 'accreditation', 'sample', 'inspection', 'retail_price']::text[]),
  drop constraint po_lines_removed_requirements_check,
  add constraint po_lines_removed_requirements_check check (removed_requirements <@ array['factory', 'fibre', 'care', 'specification_measurement', 'specification_construction', 'specification_fabric', 'specification_trims', 'specification_labelling', 'specification_packing', 'specification_carton_marking', 'specification_testing', 'specification_security_tagging', 'specification_restricted_substances', 'artwork_main_label', 'artwork_care_label', 'artwork_size_label', 'artwork_hangtag', 'artwork_price_ticket', 'artwork_polybag', 'artwork_carton_mark', 'artwork_print', 'artwork_embroidery', 'artwork_packaging', 'artwork_security', 'accreditation', 'sample', 'inspection', 'retail_price']::text[]),
  drop constraint po_lines_office_turn_check,
  add constraint po_lines_office_turn_check check (office_turn <@ array['factory', 'fibre', 'care', 'specification', 'artwork', 'accreditation', 'sample', 'inspection']::text[]),
  drop constraint po_lines_supplier_turn_check,
  add constraint po_lines_supplier_turn_check check (supplier_turn <@ array['factory', 'fibre', 'care', 'specification', 'artwork', 'accreditation', 'sample', 'inspection']::text[]);
create index po_lines_sample_readiness_idx on po_lines (sample_readiness, id);
create index po_lines_inspection_readiness_idx on po_lines (inspection_readiness, id);
alter table profile_requirements drop constraint profile_requirements_kind_check,
  add constraint profile_requirements_kind_check check (kind in ('factory', 'fibre', 'care', 'specification', 'artwork', 'accreditation', 'sample', 'inspection', 'retail_price'));
alter table policy_changes drop constraint policy_changes_kind_check,
  add constraint policy_changes_kind_check check (kind in ('factory', 'fibre', 'care', 'specification', 'artwork', 'accreditation', 'sample', 'inspection', 'licence'));
alter table settings
  add column sample_requirement text not null default 'warn'
    constraint settings_sample_requirement_check check (sample_requirement in ('block', 'warn', 'ignore')),
  add column inspection_requirement text not null default 'warn'
    constraint settings_inspection_requirement_check check (inspection_requirement in ('block', 'warn', 'ignore'));
