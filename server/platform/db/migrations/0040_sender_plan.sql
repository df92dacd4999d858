-- From PostgreSQL 18 on a function's plan is kept: one made while the table was empty reads the whole account for each record.
alter function is_known_to_sender set plan_cache_mode = force_custom_plan;
