-- How many order lines there are and what they add up to, as 0059 has it of orders. A line is counted by what stands on
-- its order too, so what it was counted as is written down beside it: the order's write and the line's may be two.

-- As what a line is counted. Of `issued_at`, `delivery_status_id` and `forecast_ex_factory_date` only is kept that there
-- is one.
create table counted_lines (
  po_line_id bigint primary key,
  archived boolean not null,
  supplier_id bigint not null,
  buyer_id bigint,
  order_status text not null,
  issued_at timestamptz,
  currency text,
  status text not null,
  line_status text,
  delivery_stage text,
  delivery_status_id bigint,
  delivery_risk text,
  goods_state text,
  slip_days integer,
  ex_factory_date date,
  forecast_ex_factory_date date,
  house_brand_id bigint,
  season_id bigint,
  article_id bigint not null,
  qty bigint not null,
  line_value numeric not null
);
-- A supplier's open lines in the order in which they leave.
create index counted_lines_to_make_idx on counted_lines (supplier_id, ex_factory_date, po_line_id)
  where line_status = 'open' and issued_at is not null;

-- The lines that the work of the day goes through, portion by portion: a few of all.
create index counted_lines_of_day_idx on counted_lines (po_line_id)
  where line_status = 'open' or delivery_status_id is null or order_status = 'declined';
-- What left, or should have, in a supplier's year.
create index counted_lines_leaving_idx on counted_lines (supplier_id, ex_factory_date, po_line_id) where issued_at is not null;

create table line_figures (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  supplier_id bigint,
  buyer_id bigint,
  order_status text,
  issued_at timestamptz,
  currency text,
  status text,
  line_status text,
  delivery_stage text,
  delivery_status_id bigint,
  delivery_risk text,
  goods_state text,
  slip_days integer,
  ex_factory_date date,
  forecast_ex_factory_date date,
  records bigint not null,
  qty bigint not null,
  line_value numeric not null
) with (fillfactor = 60);
create index line_figures_key_idx on line_figures (key);
create index line_figures_supplier_idx on line_figures (kind, supplier_id);

create function carry_line_figures(gained counted_lines[], lost counted_lines[]) returns void
language plpgsql set enable_seqscan = off as $$
begin
  with moved as (
    select 1 as sign, g.* from unnest(gained) g where not g.archived
    union all
    select -1, l.* from unnest(lost) l where not l.archived),
  cells as (
    select c.*, m.sign, m.qty, m.line_value
    from moved m cross join lateral (
      select 'supplier' as kind, m.supplier_id, null::bigint as buyer_id, m.order_status, m.issued_at, m.currency, m.status,
        m.line_status, m.delivery_stage, m.delivery_status_id, null::text as delivery_risk,
        null::text as goods_state, null::integer as slip_days,
        null::date as ex_factory_date, null::date as forecast_ex_factory_date
      union all
      -- What all lines add up to, and how many wait: read from few rows, however many suppliers there are.
      select 'state', null, null, m.order_status, null, m.currency, m.status, m.line_status, null, null, null, null, null,
        null, null
      union all
      select 'buyer', null, m.buyer_id, m.order_status, null, m.currency, null, null, m.delivery_stage,
        m.delivery_status_id, m.delivery_risk, null, null, null, m.forecast_ex_factory_date
      where m.line_status = 'open'
      union all
      select 'risk', m.supplier_id, null, m.order_status, m.issued_at, m.currency, null, null, m.delivery_stage, null,
        m.delivery_risk, null, null, null, m.forecast_ex_factory_date
      where m.line_status = 'open' and m.delivery_status_id is not null
      union all
      select k.kind, case when k.kind like 'supplier_%' then m.supplier_id end, null, m.order_status,
        case when k.kind like 'supplier_%' then m.issued_at end, m.currency, null, null, m.delivery_stage, null, null,
        case when k.kind like '%day' then m.goods_state end, case when k.kind like '%slip' then m.slip_days end, case when k.kind like '%day' then m.ex_factory_date end, null
      from (values ('slip'), ('day'), ('supplier_slip'), ('supplier_day')) as k(kind)
      where m.line_status = 'open' and m.delivery_status_id is not null) c),
  difference as (
    select kind, supplier_id, buyer_id, order_status, issued_at, currency, status, line_status, delivery_stage,
      delivery_status_id, delivery_risk, goods_state, slip_days, ex_factory_date, forecast_ex_factory_date,
      row(kind, supplier_id, buyer_id, order_status, issued_at is not null, currency, status, line_status, delivery_stage,
        delivery_status_id, delivery_risk, goods_state, slip_days, ex_factory_date, forecast_ex_factory_date is not null)::text as key,
      sum(sign) as records, sum(sign * qty) as qty, sum(sign * line_value) as line_value
    from cells
    group by kind, supplier_id, buyer_id, order_status, issued_at, currency, status, line_status, delivery_stage,
      delivery_status_id, delivery_risk, goods_state, slip_days, ex_factory_date, forecast_ex_factory_date
    having sum(sign) <> 0 or sum(sign * qty) <> 0 or sum(sign * line_value) <> 0),
  placed as (
    select d.*, (
      select f.id from line_figures f where f.key = d.key limit 1 for update skip locked) as id
    from difference d),
  added as (
    update line_figures f set records = f.records + p.records, qty = f.qty + p.qty, line_value = f.line_value + p.line_value
    from placed p where f.id = p.id)
  insert into line_figures (kind, key, supplier_id, buyer_id, order_status, issued_at, currency, status, line_status,
    delivery_stage, delivery_status_id, delivery_risk, goods_state, slip_days, ex_factory_date, forecast_ex_factory_date, records, qty,
    line_value)
  select kind, key, supplier_id, buyer_id, order_status, issued_at, currency, status, line_status, delivery_stage,
    delivery_status_id, delivery_risk, goods_state, slip_days, ex_factory_date, forecast_ex_factory_date, records, qty, line_value
  from placed where id is null;
end $$;

-- In plpgsql, as `known_by_orders` is.
create function known_by_lines(lines counted_lines[]) returns known_record[] language plpgsql stable as $$
begin
  return array(
    select row(l.supplier_id, n.area, n.record_id)::known_record
    from unnest(lines) l cross join lateral (
      values ('seasons', l.season_id), ('house-brands', l.house_brand_id), ('articles', l.article_id)) as n(area, record_id)
    where l.issued_at is not null and n.record_id is not null);
end $$;

-- As what these lines would be counted now.
create function counted_lines_of(ids bigint[]) returns setof counted_lines language sql stable as $$
  select l.id, l.archived_at is not null, o.supplier_id, o.buyer_id, o.status,
    case when o.issued_at is not null then timestamptz 'epoch' end, l.currency, l.status, l.line_status, l.delivery_stage,
    case when l.delivery_status_id is not null then 0::bigint end, l.delivery_risk, l.goods_state, l.slip_days, l.ex_factory_date,
    case when l.forecast_ex_factory_date is not null then date 'epoch' end, l.house_brand_id, l.season_id, l.article_id,
    coalesce(l.qty, 0)::bigint, coalesce(l.line_value, 0)
  from po_lines l join purchase_orders o on o.id = l.purchase_order_id
  where l.id = any(ids)
$$;

-- Counts these lines anew and carries the differences into the sums.
create function refresh_counted_lines(ids bigint[]) returns void language plpgsql set enable_seqscan = off as $$
declare
  past counted_lines[];
  present counted_lines[];
  gained counted_lines[];
  lost counted_lines[];
begin
  -- Who counts the same lines waits here and then sees what the other wrote.
  past := array(select c from counted_lines c where c.po_line_id = any(ids) order by c.po_line_id for update);
  present := array(select c from counted_lines_of(ids) c);
  if cardinality(past) = 0 then
    gained := present;
    lost := '{}';
  else
    gained := array(select g from unnest(present) g except select l from unnest(past) l);
    lost := array(select l from unnest(past) l except select g from unnest(present) g);
    delete from counted_lines where po_line_id in (
      select po_line_id from unnest(lost) except select po_line_id from unnest(gained));
  end if;
  if cardinality(gained) = 0 and cardinality(lost) = 0 then
    return;
  end if;
  insert into counted_lines select g.* from unnest(gained) g
  on conflict (po_line_id) do update set archived = excluded.archived, supplier_id = excluded.supplier_id,
    buyer_id = excluded.buyer_id, order_status = excluded.order_status, issued_at = excluded.issued_at,
    currency = excluded.currency, status = excluded.status, line_status = excluded.line_status,
    delivery_stage = excluded.delivery_stage, delivery_status_id = excluded.delivery_status_id,
    delivery_risk = excluded.delivery_risk, goods_state = excluded.goods_state, slip_days = excluded.slip_days, ex_factory_date = excluded.ex_factory_date,
    forecast_ex_factory_date = excluded.forecast_ex_factory_date, house_brand_id = excluded.house_brand_id,
    season_id = excluded.season_id, article_id = excluded.article_id, qty = excluded.qty, line_value = excluded.line_value;
  perform carry_line_figures(gained, lost);
  perform carry_supplier_knows(known_by_lines(gained), known_by_lines(lost));
end $$;

create function po_lines_figures() returns trigger language plpgsql as $$
declare
  touched bigint[];
begin
  if tg_op = 'INSERT' then
    -- Who changes the order meanwhile does not see these lines: it waits until they are there, or they until it is done.
    perform 1 from purchase_orders o where o.id in (select c.purchase_order_id from came c) order by o.id for share;
    touched := array(select id from came);
  elsif tg_op = 'DELETE' then
    touched := array(select id from went);
  else
    touched := array(
      with was as (
        select id, purchase_order_id, archived_at is null, currency, status, line_status, delivery_stage,
          delivery_status_id is null, delivery_risk, goods_state, slip_days, ex_factory_date, forecast_ex_factory_date is null,
          house_brand_id, season_id, article_id, qty, line_value from went),
      is_now as (
        select id, purchase_order_id, archived_at is null, currency, status, line_status, delivery_stage,
          delivery_status_id is null, delivery_risk, goods_state, slip_days, ex_factory_date, forecast_ex_factory_date is null,
          house_brand_id, season_id, article_id, qty, line_value from came)
      select id from (table is_now except table was) moved);
  end if;
  if cardinality(touched) > 0 then
    perform refresh_counted_lines(touched);
  end if;
  return null;
end $$;

create trigger po_lines_figures_insert after insert on po_lines
  referencing new table as came for each statement execute function po_lines_figures();
create trigger po_lines_figures_update after update on po_lines
  referencing new table as came old table as went for each statement execute function po_lines_figures();
create trigger po_lines_figures_delete after delete on po_lines
  referencing old table as went for each statement execute function po_lines_figures();

-- What stands on the order counts with its lines.
create function purchase_orders_line_figures() returns trigger language plpgsql as $$
declare
  touched bigint[];
begin
  touched := array(
    with was as (select id, supplier_id, buyer_id, status, issued_at is null from went),
    is_now as (select id, supplier_id, buyer_id, status, issued_at is null from came)
    select l.id from po_lines l where l.purchase_order_id in (select id from (table is_now except table was) moved));
  if cardinality(touched) > 0 then
    perform refresh_counted_lines(touched);
  end if;
  return null;
end $$;
create trigger purchase_orders_line_figures after update on purchase_orders
  referencing new table as came old table as went for each statement execute function purchase_orders_line_figures();

-- Makes all of it anew out of the lines, some at a time.
create function recount_lines() returns void language plpgsql as $$
declare
  batch bigint[];
  after_id bigint := 0;
begin
  lock table purchase_orders, po_lines in share mode;
  delete from counted_lines;
  delete from line_figures;
  loop
    batch := array(select id from po_lines where id > after_id order by id limit 200000);
    exit when cardinality(batch) = 0;
    perform refresh_counted_lines(batch);
    after_id := batch[cardinality(batch)];
  end loop;
end $$;

-- Both, and what suppliers know by them.
create function recount_figures() returns void language plpgsql as $$
begin
  delete from supplier_knows;
  perform recount_orders();
  perform recount_lines();
end $$;
select recount_figures();
