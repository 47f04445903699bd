-- Which edit of its record an allocation was made with says nothing where versions are records of their own, or where
-- nothing of a library is allocated.
alter table fibre_allocations drop column library_version;
alter table care_allocations drop column library_version;
alter table spec_allocations drop column library_version;
alter table artwork_allocations drop column library_version;
