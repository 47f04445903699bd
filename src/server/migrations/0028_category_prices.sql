-- Whether lines of a category need a retail price: yes, no, or as the category above it says.
alter table product_categories alter column rrp_required_default drop default;
alter table product_categories alter column rrp_required_default drop not null;
alter table product_categories alter column rrp_required_default type text using case when rrp_required_default then 'yes' end;
alter table product_categories add constraint product_categories_rrp_required_default_check check (rrp_required_default in ('yes', 'no'));
