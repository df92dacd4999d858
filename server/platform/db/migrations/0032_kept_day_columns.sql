-- Kept days are stored in columns, and figures as days are (server/trends/packed.ts). Both are compressed already.
truncate kept_day;
alter table kept_day alter column figures type bytea using ''::bytea;
alter table kept_day alter column figures set storage external, alter column content set storage external;

-- A restore that takes an excuse away judges its days anew as well.
create trigger excuse_removed after delete on excuse
  referencing old table as added for each statement execute function note_excused_days();
