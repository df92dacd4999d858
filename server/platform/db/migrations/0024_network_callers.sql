-- Networks are known of users and of sync keys: the column holds the id of either.
alter table known_network rename column user_id to caller_id;
