-- The data version at which other hours or another activity last judged a day anew: its records can be the same.
alter table day_change add column rejudged_version bigint not null default 0;
