import { parse } from 'valibot';
import { config as brand } from '#brand/config.ts';
import { readState } from '#db/reads/app.ts';
import { readStoredSizes, readWaiting } from '#db/reads/device.ts';
import { ownBuild } from '../../../core/new-build.ts';
import { runsAlone } from '../../../data/platform.ts';
import { currentLanguage } from '../../../i18n/i18n.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { type Diagnosis, diagnosisShape } from './diagnosis-shape.ts';

const has = (name: string, place: object = globalThis): boolean => name in place;
const secondsSince = (at: number): number => Math.max(0, Math.round((Date.now() - at) / 1_000));
const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '');

/**
 * Collects data for troubleshooting on this device: numbers, codes and feature names. It contains no uid, name, message text or token,
 * and of the push endpoint only the host; the schema rejects unknown fields.
 */
export async function readDiagnosis(uid: number): Promise<Diagnosis> {
  const [connection, changes, dropped, clock, push, storedSizes, waiting] = await Promise.all([
    readState('connection'),
    readState('changes'),
    readState('dropped'),
    readState('clock'),
    readState('push'),
    readStoredSizes(),
    readWaiting(uid),
  ]);
  const { held = [], pending = [] } = (await navigator.locks?.query()) ?? {};
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  // The part after the first colon of a lock name is an id of a tab or of a core.
  const locks = [...held, ...pending].map(({ name = '' }) => name.split(':')[0]);
  return parse(diagnosisShape, {
    made: new Date().toISOString().slice(0, 16),
    build: ownBuild,
    brand: brand.id,
    language: currentLanguage(),
    browser: navigator.userAgent,
    isInstalled: runsAlone(),
    features: {
      sharedWorker: has('SharedWorker'),
      serviceWorker: has('serviceWorker', navigator),
      push: has('PushManager'),
      notifications: has('Notification') ? Notification.permission : 'none',
      locks: has('locks', navigator),
    },
    connection: connection && {
      state: connection.state,
      forSeconds: secondsSince(connection.since),
      online: connection.online,
      error: connection.error ?? '',
    },
    changes: (changes?.list ?? []).map(({ code, at }) => ({ code, secondsAgo: secondsSince(at) })),
    waiting: waiting.map(({ since, what }) => ({
      kind: what.kind === 'change' ? what.endpoint : what.kind,
      forSeconds: secondsSince(since),
    })),
    kept: storedSizes,
    dropped: Object.entries(dropped?.counts ?? {}).map(([why, count]) => ({ why, count })),
    push: push && { state: push.state, host: hostOf(push.options.endpoint), forSeconds: secondsSince(push.at) },
    locks,
    storage: { usage, quota, persisted: (await navigator.storage?.persisted?.()) ?? false },
    clockAheadMs: clock?.ahead ?? 0,
  });
}

/** Downloads the diagnostic data as a file. It is not sent to the server. */
export async function saveDiagnosis(uid: number): Promise<void> {
  const text = JSON.stringify(await readDiagnosis(uid), undefined, 2);
  saveFile(new Blob([text], { type: 'application/json' }), `${brand.id}-diagnosis.json`);
}
