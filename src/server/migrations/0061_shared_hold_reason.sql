-- Why an order is on hold is for the office alone; this is what the supplier is told of it.
alter table purchase_orders add column hold_reason_shared text collate "und-x-icu";
