-- Suppliers' staff see prices where the office says so.
alter table settings add column staff_see_prices boolean not null default false;
