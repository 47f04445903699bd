-- Which kinds of requirement wait for the office and which for the supplier; kept by `server/allocation/turns.ts`, whose
-- statement this was when the columns came.
alter table po_lines
  add column office_turn text[] not null default '{}' constraint po_lines_office_turn_check check (office_turn <@ array['factory', 'fibre', 'care', 'specification', 'artwork']::text[]),
  add column supplier_turn text[] not null default '{}' constraint po_lines_supplier_turn_check check (supplier_turn <@ array['factory', 'fibre', 'care', 'specification', 'artwork']::text[]);
create index po_lines_open_idx on po_lines (ex_factory_date, purchase_order_id, line_no, id) where line_status = 'open';

update po_lines as l set office_turn = w.office, supplier_turn = w.supplier
from (
  select l.id, array_remove(array[
    case when (l.line_status = 'open' and l.factory_readiness <> all('{not_required,ok,waived}'::text[])
      and (exists (select 1 from factory_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status = any('{proposed,submitted,outdated}'::text[])) or l.factory_readiness = 'missing'
        or (l.factory_readiness = 'in_progress'
          and not exists (select 1 from factory_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status = any('{proposed,allocated,submitted,outdated}'::text[]))))) then 'factory' end,
    case when (l.line_status = 'open' and l.fibre_readiness <> all('{not_required,ok,waived}'::text[])
      and (exists (select 1 from fibre_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status = any('{proposed,submitted}'::text[]))
        or (l.fibre_readiness = 'in_progress'
          and not exists (select 1 from fibre_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status = any('{proposed,allocated,acknowledged,submitted,outdated}'::text[]))))) then 'fibre' end,
    case when (l.line_status = 'open' and l.care_readiness <> all('{not_required,ok,waived}'::text[])
      and (exists (select 1 from care_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status = any('{proposed,submitted,outdated}'::text[])) or l.care_readiness = 'missing'
        or (l.care_readiness = 'in_progress'
          and not exists (select 1 from care_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status = any('{proposed,allocated,acknowledged,submitted,outdated}'::text[]))))) then 'care' end,
    case when (l.line_status = 'open' and l.specification_readiness <> all('{not_required,ok,waived}'::text[])
      and (exists (select 1 from spec_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status = any('{proposed,submitted,outdated}'::text[]))
        or exists (select 1 from unnest('{measurement,packing,carton_marking}'::text[]) as r(type) where not exists (select 1 from spec_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status <> all('{cancelled,replaced}'::text[]) and a.spec_type = r.type))
        or (l.specification_readiness = 'in_progress'
          and not exists (select 1 from spec_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status = any('{proposed,allocated,submitted,outdated}'::text[]))))) then 'specification' end,
    case when (l.line_status = 'open' and l.artwork_readiness <> all('{not_required,ok,waived}'::text[])
      and (exists (select 1 from artwork_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status = any('{proposed,submitted,outdated}'::text[]))
        or exists (select 1 from unnest('{main_label,care_label,hangtag,polybag,carton_mark}'::text[]) as r(type) where not exists (select 1 from artwork_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status <> all('{cancelled,replaced}'::text[]) and a.artwork_type = r.type))
        or (l.artwork_readiness = 'in_progress'
          and not exists (select 1 from artwork_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status = any('{proposed,allocated,acknowledged,submitted,outdated}'::text[]))))) then 'artwork' end]::text[], null) as office, array_remove(array[
    case when (l.line_status = 'open' and l.factory_readiness <> all('{not_required,ok,waived}'::text[])
      and (exists (select 1 from factory_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status = any('{allocated}'::text[])) or l.factory_readiness = 'rejected')) then 'factory' end,
    case when (l.line_status = 'open' and l.fibre_readiness <> all('{not_required,ok,waived}'::text[])
      and (exists (select 1 from fibre_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status = any('{allocated,acknowledged,outdated}'::text[])) or l.fibre_readiness = 'missing' or l.fibre_readiness = 'rejected')) then 'fibre' end,
    case when (l.line_status = 'open' and l.care_readiness <> all('{not_required,ok,waived}'::text[])
      and (exists (select 1 from care_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status = any('{allocated,acknowledged}'::text[])) or l.care_readiness = 'rejected')) then 'care' end,
    case when (l.line_status = 'open' and l.specification_readiness <> all('{not_required,ok,waived}'::text[])
      and (exists (select 1 from spec_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status = any('{allocated}'::text[])) or l.specification_readiness = 'rejected')) then 'specification' end,
    case when (l.line_status = 'open' and l.artwork_readiness <> all('{not_required,ok,waived}'::text[])
      and (exists (select 1 from artwork_allocations as a where a.po_line_id = l.id and a.archived_at is null and a.status = any('{allocated,acknowledged}'::text[])) or l.artwork_readiness = 'rejected')) then 'artwork' end]::text[], null) as supplier from po_lines as l) as w
where w.id = l.id and (l.office_turn, l.supplier_turn) is distinct from (w.office, w.supplier);
