-- An update of all lines at once compared them pair by pair: a session keeps the plan that it made for the first, small
-- one. Sets are compared without any plan that could be wrong.
create or replace function po_lines_ship() returns trigger language plpgsql as $$
declare
  touched bigint[];
begin
  if tg_op = 'INSERT' then
    touched := array(
      select distinct o.id from came c join purchase_orders o on o.id = c.purchase_order_id where is_ordered(o.status));
  elsif tg_op = 'DELETE' then
    touched := array(
      select distinct s.purchase_order_id from went w join order_ships s on s.purchase_order_id = w.purchase_order_id);
  else
    touched := array(
      with was as (select id, purchase_order_id, qty, ex_factory_date, ship_window_end, line_status from went),
      is_now as (select id, purchase_order_id, qty, ex_factory_date, ship_window_end, line_status from came),
      moved as ((table is_now except table was) union all (table was except table is_now))
      select o.id from purchase_orders o
      where o.id in (select purchase_order_id from moved) and is_ordered(o.status));
  end if;
  if cardinality(touched) > 0 then
    perform refresh_order_ships(touched);
  end if;
  return null;
end $$;
