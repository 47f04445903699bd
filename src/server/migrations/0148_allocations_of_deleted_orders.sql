-- What is allocated to a line goes with it, for every kind, when a draft or a line of a draft is deleted.
alter table fibre_allocations drop constraint fibre_allocations_purchase_order_id_fkey,
  add constraint fibre_allocations_purchase_order_id_fkey foreign key (purchase_order_id) references purchase_orders (id) on delete cascade;
alter table care_allocations drop constraint care_allocations_purchase_order_id_fkey,
  add constraint care_allocations_purchase_order_id_fkey foreign key (purchase_order_id) references purchase_orders (id) on delete cascade;
alter table artwork_allocations drop constraint artwork_allocations_purchase_order_id_fkey,
  add constraint artwork_allocations_purchase_order_id_fkey foreign key (purchase_order_id) references purchase_orders (id) on delete cascade;
alter table spec_allocations drop constraint spec_allocations_purchase_order_id_fkey,
  add constraint spec_allocations_purchase_order_id_fkey foreign key (purchase_order_id) references purchase_orders (id) on delete cascade,
  drop constraint spec_allocations_po_line_id_fkey,
  add constraint spec_allocations_po_line_id_fkey foreign key (po_line_id) references po_lines (id) on delete cascade,
  drop constraint spec_allocations_replaces_id_fkey,
  add constraint spec_allocations_replaces_id_fkey foreign key (replaces_id) references spec_allocations (id) on delete set null;
