-- Retail prices had up to four decimals. Screens, approvers, suppliers and printers of tickets were shown them rounded
-- to their currency's minor unit: that is what they are from now on, and the history tells of each.
with units as (
  select id, amount, currency, case
      when currency = any ('{BIF,CLP,DJF,GNF,ISK,JPY,KMF,KRW,PYG,RWF,UGX,UYI,VND,VUV,XAF,XOF,XPF}') then 0
      when currency = any ('{BHD,IQD,JOD,KWD,LYD,OMR,TND}') then 3
      else 2 end as digits
  from po_line_rrps where amount is not null and currency is not null),
rounded as (
  select id, amount as old, greatest(round(amount, digits), power(10::numeric, -digits)) as new
  from units where amount <> round(amount, digits)),
mended as (
  update po_line_rrps r set amount = x.new, version = r.version + 1, updated_at = now(), updated_by = null,
    findings = case
      when x.new = trunc(x.new, 2) and right(to_char(x.new, 'FM9999999999990.00'), 3) = any (
        case when b.price_ending_rule is null
          then string_to_array(coalesce((select rrp_price_points from settings order by id limit 1), ''), ' ')
          else array['.' || b.price_ending_rule] end)
      then array_remove(r.findings, 'off_price_point')
      else r.findings end
  from rounded x join po_line_rrps o on o.id = x.id
    join po_lines l on l.id = o.po_line_id left join house_brands b on b.id = l.house_brand_id
  where r.id = x.id
  returning r.id, x.old, x.new)
insert into history (at, actor_name, actor_role, area, record_id, document_area, document_id, action, comment, changes)
select now(), 'system', 'admin', 'po-line-rrps', id, 'po-line-rrps', id, 'edit',
  'Rounded to the decimals of its currency, as screens and ticket files had shown it.',
  jsonb_build_array(jsonb_build_object('field', 'amount', 'old', trim_scale(old)::text, 'new', trim_scale(new)::text))
from mended;
