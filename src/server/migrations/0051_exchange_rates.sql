-- Retail prices are checked against what the goods cost in every currency, and say where that cannot be done.
alter table rrp_markets add column fx_rate numeric(18,6);
alter table po_lines drop constraint po_lines_approval_reasons_check;
alter table po_lines add constraint po_lines_approval_reasons_check check (approval_reasons <@ array['price_above_target', 'price_above_last', 'value_above_limit', 'outside_season_window', 'supplier_on_watch', 'price_raised', 'qty_raised', 'rrp_missing', 'imu_below_minimum', 'rrp_unchecked', 'factory_not_allocated', 'factory_changed', 'moq_not_met']::text[]);
alter table po_line_rrps add column cost_currency text;
alter table po_line_rrps drop constraint po_line_rrps_findings_check;
alter table po_line_rrps add constraint po_line_rrps_findings_check check (findings <@ array['below_multiple', 'off_price_point', 'differs_elsewhere', 'imu_below_minimum', 'no_cost', 'no_rate', 'no_tax']::text[]);
update po_line_rrps r set
  cost_currency = case when l.unit_price is not null then o.currency end,
  findings = r.findings || case
    when r.amount is null then '{}'::text[]
    when l.unit_price is null or o.currency is null then '{no_cost}'::text[]
    when r.landed_cost is null then '{no_rate}'::text[]
    when r.imu_pct is null then '{no_tax}'::text[]
    else '{}'::text[] end
from po_lines l join purchase_orders o on o.id = l.purchase_order_id
where l.id = r.po_line_id;
