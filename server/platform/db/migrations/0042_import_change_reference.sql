-- A change belongs to an import, and that to an account: the second way to the account was looked up for each row of a journal.
alter table import_change drop constraint import_change_account_id_fkey;
