-- A punch of a PIN or card that no employee has looks for those who have left: without it, all employees of the account were read each time.
create index employee_deleted on employee (account_id) where deleted_at is not null;
