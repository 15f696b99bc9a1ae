import * as v from 'valibot';
import { startGateway } from './gateway.ts';

/** Environment variables of the gateway's process. The command that starts it sets all of them (tools/dev/gateway-process.ts). */
const settings = v.object({
  GATEWAY_PORT: v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number)),
  HOST: v.optional(v.string(), 'localhost'),
  GATEWAY_URL: v.optional(v.string(), ''),
  DATABASE_URL: v.string(),
  GATEWAY_KEY: v.pipe(v.string(), v.minLength(16)),
  GATEWAY_WEBHOOK_SECRET: v.pipe(v.string(), v.minLength(16)),
  GATEWAY_WEBHOOK_URL: v.pipe(v.string(), v.url()),
});

/** Interval of the messages that show the command which runs this process that its event loop is not blocked. */
const BEAT_EVERY_MS = 1_000;

function sendBeat(): void {
  if (process.connected) process.send?.('beat', undefined, undefined, () => undefined);
}

try {
  const set = v.parse(settings, process.env);
  if (process.send !== undefined) setInterval(sendBeat, BEAT_EVERY_MS).unref();
  const gateway = await startGateway({
    port: set.GATEWAY_PORT,
    host: set.HOST,
    url: set.GATEWAY_URL,
    databaseUrl: set.DATABASE_URL,
    key: set.GATEWAY_KEY,
    webhook: { url: set.GATEWAY_WEBHOOK_URL, secret: set.GATEWAY_WEBHOOK_SECRET },
  });
  const end = () => void gateway.close().finally(() => process.exit(0));
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
} catch (error) {
  console.error(error instanceof Error ? error.message || Reflect.get(error, 'code') || error.name : error);
  process.exit(1);
}
