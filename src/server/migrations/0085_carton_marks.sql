-- What carton marks need beside the sides of a carton: its own weight, and the first digit of its GTIN-14.
alter table articles add column carton_weight_g numeric(18,2);
alter table articles add column carton_indicator integer;
