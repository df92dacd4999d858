-- Locks from here on are of days by the rules of 29 November 2026 for breaks that were taken in parts and for what fills the second limits of a week.
alter table period_lock alter column rules set default 5;
