-- How many terminals a restore has asked for everything that they hold.
alter table restore_job add column terminals_asked int not null default 0;
