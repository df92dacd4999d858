-- Punches are read again of the terminals that are marked, not of all of an account: those of the accounts in which that is under way are.
update device d set state = d.state || '{"readAgain": true}' from account a
  where a.account_id = d.account_id and a.recalculating_since is not null and d.device_type = 'ADMS';
