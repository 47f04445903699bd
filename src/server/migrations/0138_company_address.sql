-- The buyer's address and tax number, as invoices name them.
alter table settings
  add column company_address text,
  add column company_city text collate "und-x-icu",
  add column company_tax_id text collate "und-x-icu";
