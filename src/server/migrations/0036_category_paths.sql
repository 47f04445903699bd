-- The path of a category in Chinese; what has no Chinese name stands there under its English one.
alter table product_categories add column full_path_zh text;
with recursive tree as (
  select id, coalesce(name_zh, name_en) as path from product_categories where parent_id is null
  union all
  select c.id, t.path || ' / ' || coalesce(c.name_zh, c.name_en) from product_categories c join tree t on t.id = c.parent_id)
update product_categories c set full_path_zh = left(t.path, 500) from tree t where t.id = c.id;
