/**
 * The subset of pino that domains use to log. Pass errors as `err`: their serializer (server/platform/log/log.ts) omits messages, which
 * may quote user data that a statement tried to store.
 */
export type Logger = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};
