-- What was left as it is can be listed again: the row of the ledger that says so names the review that it undoes.
alter table exception_review add column undoes uuid, add unique (account_id, undoes);
