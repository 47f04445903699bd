-- What each order that is out ships on which day, and the sums of it that the dashboard's chart draws. Triggers keep
-- both, so that they hold whoever writes: the repository, an import, a removal of demo data, a person at the database.
create table order_ships (
  purchase_order_id bigint not null,
  ship_date date not null,
  supplier_id bigint not null,
  units bigint not null,
  primary key (purchase_order_id, ship_date)
);
create index order_ships_ship_date_idx on order_ships (ship_date, purchase_order_id);

-- By supplier (0: all of them) and by day, week or month, which its first day names. A sum may stand in several rows
-- that add up: who finds the row in use by another transaction begins one beside it, so nobody waits for anybody.
create table ship_sums (
  id bigint generated always as identity primary key,
  supplier_id bigint not null,
  grain text not null constraint ship_sums_grain_check check (grain in ('day', 'week', 'month')),
  ship_date date not null,
  units bigint not null,
  orders bigint not null
);
create index ship_sums_key_idx on ship_sums (supplier_id, grain, ship_date);

-- Whether an order in this state has been ordered of the supplier.
create function is_ordered(status text) returns boolean language sql immutable as
$$ select status in ('issued', 'change_proposed', 'confirmed', 'completed', 'closed') $$;

-- Writes down anew what these orders ship, and carries the differences into the sums.
create function refresh_order_ships(ids bigint[]) returns void language plpgsql as $$
begin
  with present as (
    select o.id as purchase_order_id, coalesce(l.ex_factory_date, l.ship_window_end) as ship_date, o.supplier_id,
      sum(l.qty) as units
    from purchase_orders o join po_lines l on l.purchase_order_id = o.id
    where o.id = any(ids) and is_ordered(o.status) and o.archived_at is null
      and l.line_status is distinct from 'cancelled' and coalesce(l.ex_factory_date, l.ship_window_end) is not null
    group by 1, 2, 3),
  past as (select * from order_ships where purchase_order_id = any(ids)),
  gone as (
    delete from order_ships s using past p
    where s.purchase_order_id = p.purchase_order_id and s.ship_date = p.ship_date and not exists (
      select 1 from present n where n.purchase_order_id = p.purchase_order_id and n.ship_date = p.ship_date)),
  kept as (
    insert into order_ships (purchase_order_id, ship_date, supplier_id, units)
    select n.purchase_order_id, n.ship_date, n.supplier_id, n.units from present n
    where not exists (select 1 from past p where (p.purchase_order_id, p.ship_date, p.supplier_id, p.units) =
      (n.purchase_order_id, n.ship_date, n.supplier_id, n.units))
    on conflict (purchase_order_id, ship_date) do update set supplier_id = excluded.supplier_id, units = excluded.units),
  both_sides as (
    select purchase_order_id, ship_date, supplier_id, units, true as is_present from present
    union all
    select purchase_order_id, ship_date, supplier_id, -units, false from past),
  -- An order counts once in a week or month, however often it ships in it.
  by_order as (
    select supplier_id, g.grain, date_trunc(g.grain, ship_date::timestamp)::date as ship_date, sum(units) as units,
      bool_or(is_present)::int - bool_or(not is_present)::int as orders
    from both_sides cross join (values ('day'), ('week'), ('month')) as g(grain)
    group by purchase_order_id, 1, 2, 3),
  difference as (
    select w.supplier_id, grain, ship_date, sum(units) as units, sum(orders) as orders
    from by_order b cross join lateral (values (b.supplier_id), (0)) as w(supplier_id)
    group by 1, 2, 3 having sum(units) <> 0 or sum(orders) <> 0),
  placed as (
    select d.*, (
      select s.id from ship_sums s
      where s.supplier_id = d.supplier_id and s.grain = d.grain and s.ship_date = d.ship_date
      limit 1 for update skip locked) as id
    from difference d),
  added as (
    update ship_sums s set units = s.units + p.units, orders = s.orders + p.orders from placed p where s.id = p.id)
  insert into ship_sums (supplier_id, grain, ship_date, units, orders)
  select supplier_id, grain, ship_date, units, orders from placed where id is null;
end $$;

create function po_lines_ship() returns trigger language plpgsql as $$
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
      select distinct o.id from came c join went w on w.id = c.id
        join purchase_orders o on o.id in (c.purchase_order_id, w.purchase_order_id)
      where is_ordered(o.status)
        and (c.purchase_order_id, c.qty, c.ex_factory_date, c.ship_window_end, c.line_status)
          is distinct from (w.purchase_order_id, w.qty, w.ex_factory_date, w.ship_window_end, w.line_status));
  end if;
  if cardinality(touched) > 0 then
    perform refresh_order_ships(touched);
  end if;
  return null;
end $$;

create trigger po_lines_ship_insert after insert on po_lines
  referencing new table as came for each statement execute function po_lines_ship();
create trigger po_lines_ship_update after update on po_lines
  referencing new table as came old table as went for each statement execute function po_lines_ship();
create trigger po_lines_ship_delete after delete on po_lines
  referencing old table as went for each statement execute function po_lines_ship();

create function purchase_orders_ship() returns trigger language plpgsql as $$
begin
  perform refresh_order_ships(array[new.id]);
  return null;
end $$;

create trigger purchase_orders_ship after update of status, supplier_id, archived_at on purchase_orders for each row
  when ((is_ordered(old.status) or is_ordered(new.status))
    and (is_ordered(old.status), old.supplier_id, old.archived_at is null)
      is distinct from (is_ordered(new.status), new.supplier_id, new.archived_at is null))
  execute function purchase_orders_ship();

select refresh_order_ships(array(select id from purchase_orders where is_ordered(status)));
