-- An order without an exchange rate is above no limit: its value is unknown.
alter table po_lines drop constraint po_lines_approval_reasons_check;
alter table po_lines add constraint po_lines_approval_reasons_check check (approval_reasons <@ array['price_above_target', 'price_above_last', 'value_above_limit', 'value_unknown', 'outside_season_window', 'supplier_on_watch', 'price_raised', 'qty_raised', 'rrp_missing', 'imu_below_minimum', 'rrp_unchecked', 'factory_not_allocated', 'factory_changed', 'moq_not_met']::text[]);
