import './platform/process/package-format.ts';
import { readConfig } from './config.ts';
import { createLog } from './platform/log/log.ts';
import { startHeartbeat } from './platform/process/heartbeat.ts';
import { describeStartFailure } from './platform/process/start-error.ts';
import { checkStart } from './start-checks.ts';

/** Deadline of a graceful shutdown; longer than any active request or job may take. Supervisors may rely on it. */
const END_WITHIN_MS = 35_000;

/** Entry of a server process: checks its configuration and surroundings, then runs the server until a signal. */
async function runFromEnvironment(): Promise<void> {
  const config = readConfig(process.env);
  const heartbeat = startHeartbeat();
  await checkStart(config);
  // Loaded after the checks, because it takes seconds on a slow machine.
  const { startServer } = await import('./start-server.ts');
  const log = createLog(config.logLevel);
  // The process still exits and is restarted; this logs the cause.
  process.on('uncaughtExceptionMonitor', (err) => log.fatal({ err }, 'uncaught exception'));
  const server = await startServer(config, log);
  let ending = false;
  const giveUp = (why: string) => {
    log.warn({}, why);
    process.exit(1);
  };
  const end = async () => {
    if (ending) giveUp('second shutdown signal: exiting with work unfinished');
    ending = true;
    setTimeout(giveUp, END_WITHIN_MS, 'shutdown timed out: exiting with work unfinished');
    await server.close();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  heartbeat.shortenWatchdog();
  // Logged last, because a supervisor that reads this event may send a signal at once.
  log.info({ port: server.port }, 'listening');
}

runFromEnvironment().catch((error: unknown) => {
  console.error(`cannot start: ${describeStartFailure(error)}`);
  process.exit(1);
});
