-- What is named after a factory is named in Chinese too, and so is what a calendar is meant for.
alter table factory_allocations add column allocation_title_zh text collate "und-x-icu";
update factory_allocations a set allocation_title_zh = left(concat_ws(' · ', l.line_title, f.name_zh), 255)
from po_lines l, factories f
where l.id = a.po_line_id and f.id = a.factory_id and f.name_zh <> '';
alter table tna_templates add column description_zh text;
update tna_templates set description_zh = '从订单下达到入库，适用于约九十天按单生产的货品。'
where code = 'IMPORT-90' and description = 'From the issue of the order to the warehouse, for goods made to order some ninety days away.';
