-- Makes that call an address of their own are found by the secret in it (spec/terminals.md D2 to D5).
create index device_secret_path on device (secret_path_hash) where secret_path_hash is not null;
