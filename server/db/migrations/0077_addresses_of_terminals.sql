-- Makes that call an address of their own are found by the secret in it (spec/terminals.md D2 to D5).
create unique index device_secret_path on device (secret_path_hash);
