-- How many open lines are promised for later than they were ordered: what the supplier's answer to the order is hangs on it.
alter table purchase_orders add column later_lines integer;
update purchase_orders o set later_lines =
  (select count(*) from po_lines l
   where l.purchase_order_id = o.id and l.line_status = 'open' and l.promised_ex_factory_date > l.ex_factory_date);
