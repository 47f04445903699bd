-- Several suppliers may see a pin of the office: each reads the answers of its own people and of the office.
alter table file_pin_comments
  add column supplier_id bigint constraint file_pin_comments_supplier_id_fkey references suppliers (id);
update file_pin_comments as c set supplier_id = u.supplier_id from users as u where u.id = c.created_by;
create index file_pin_comments_supplier_id_idx on file_pin_comments (supplier_id);
