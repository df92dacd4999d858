/** Variables of the caller's environment that the demo's server gets: what programs need, and what is printed. */
const PASSED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LANG', 'TZ'] as const;

type Environment = Readonly<Record<string, string | undefined>>;
type Demo = { port: string; dataDir: string; envFile: string; password: string };

/** Returns the whole environment of the demo's server: none of the variables that configure an installation is passed on. */
export function demoEnvironment(env: Environment, { port, dataDir, envFile, password }: Demo): Environment {
  return {
    ...Object.fromEntries(PASSED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    PORT: port,
    HOST: '127.0.0.1',
    PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${port}`,
    DATA_DIR: dataDir,
    // An empty file, so that no installation's `.env` is read.
    ENV_FILE: envFile,
    INSTALLATION_BACKUP: 'off',
    ADMIN_PASSWORD: password,
    // Its passwords are printed, and hashes at the usual cost take half of the start's CPU. Below 32 MB malloc would keep each hash's memory.
    PASSWORD_MEMORY_KIB: '36864',
    PASSWORD_PASSES: '2',
    SUPPORT_CONTACT: env.SUPPORT_CONTACT ?? 'help@tallyboard.example',
    LOG_LEVEL: env.LOG_LEVEL ?? 'warn',
  };
}
