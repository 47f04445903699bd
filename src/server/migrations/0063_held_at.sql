-- Since when an order is on hold: its supplier reads it on the order's page.
alter table purchase_orders add column held_at timestamptz;
update purchase_orders o set held_at =
  (select max(h.at) from history h where h.area = 'purchase-orders' and h.record_id = o.id and h.action = 'hold')
where o.on_hold;
