-- Whether a factory is allocated without a business licence that holds, and what stands with one that lapsed.
alter table settings add column licence_requirement text not null default 'block'
  constraint settings_licence_requirement_check check (licence_requirement in ('block', 'warn', 'ignore'));
alter table factory_allocations add column licence_lapsed boolean not null default false;
update factory_allocations a set licence_lapsed = true
from factories f, po_lines l
where f.id = a.factory_id and l.id = a.po_line_id and l.line_status = 'open' and a.status in ('proposed', 'approved')
  and a.override_reason is null
  and (coalesce(f.business_licence_no, '') = '' or f.business_licence_expiry is null or f.business_licence_expiry < current_date);
