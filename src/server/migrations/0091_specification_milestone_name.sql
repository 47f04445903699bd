-- 规格 is what the portal calls a specification everywhere; names that somebody chose stay.
update tna_template_items set name_zh = '规格确认' where code = 'specs_acknowledged' and name_zh = '工艺单确认';
update tna_tasks set name_zh = '规格确认' where code = 'specs_acknowledged' and name_zh = '工艺单确认';
