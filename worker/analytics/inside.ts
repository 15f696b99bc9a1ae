import Dexie from 'dexie';
import { config as brand } from '#brand/config.ts';
import type { AttributionInfo } from '#contract/analytics/attribution.ts';
import { allowedBy, NOTHING_ALLOWED } from '#contract/analytics/consent.ts';
import type { Track } from '#contract/analytics/events.ts';
import { createSerialQueue } from '#contract/serial-queue.ts';
import type { CorePart } from '../base/part.ts';
import type { ConsentRow, MeasuredRow } from '../db/away-rows.ts';
import { liveQuery } from '../db/reads/live-query.ts';
import type { OrderPorts } from '../payments/orders.ts';
import { trackOrder } from '../payments/tracked.ts';
import {
  type AttributionPorts,
  forgetAttribution,
  forgetReported,
  reportAttribution,
  storeAttribution,
} from './attribution.ts';
import { MEASURE_DB } from './database.ts';
import { distinctIdOf, type Measurement, type Page, startMeasure } from './measure.ts';
import type { MeasurePorts } from './ports.ts';
import { oweProof, sendProofs } from './proofs.ts';

/** The implementation of measurement, loaded after the first consent. */
export type MeasuringImpl = CorePart & {
  note(name: string, properties: Readonly<Record<string, string | number | boolean>>): void;
  /** Starts what the current consent allows and stops and undoes the rest. `page`: facts that only a page knows. */
  settle(page?: Page): Promise<void>;
  storeAttribution(info: AttributionInfo): Promise<void>;
  onOrder: OrderPorts['onStep'];
};

/** Format of a click id of an advertisement. It is untrusted, because it comes from the opened URL. */
const FBCLID = /^[\w.-]{1,128}$/;
const NO_PAGE: Page = { standalone: false, referrer: '', fbclid: '', debug: '' };
const NO_FACTS: MeasuredRow = { key: 'measured', gaClientId: '', deviceModel: '', adid: '', fbc: '' };

/** Creates the implementation behind `createMeasuring` (gate.ts). Loaded only after the user's first consent. */
export function createMeasuringImpl(ports: MeasurePorts): MeasuringImpl {
  const { app, api, queue, session } = ports;
  let page = NO_PAGE;
  let allowed = NOTHING_ALLOWED;
  let measure: Measurement | undefined;
  const settling = createSerialQueue();
  let settled: Promise<void> = Promise.resolve();
  const proving = createSerialQueue();
  let unwatch: (() => void) | undefined;

  const note: MeasuringImpl['note'] = (name, properties) => measure?.note(name, properties);
  const track: Track = (name, properties) => note(name, properties as Readonly<Record<string, string>>);
  const attribution: AttributionPorts = { app, queue, session, track };
  const warn = (error: unknown) => console.warn('failed to measure', error);

  /** Merges facts into the row `measured`, which are sent with each API request (`describeDevice`). */
  const putFacts = (facts: Partial<MeasuredRow>) =>
    app.transaction('rw', app.state, async () => {
      const before = (await app.state.get('measured')) as MeasuredRow | undefined;
      await app.state.put({ ...NO_FACTS, ...before, ...facts, key: 'measured' });
    });

  async function start(): Promise<void> {
    if (measure || brand.reportServer === '' || brand.analyticsIds.collection === '') return;
    const row = await ports.device();
    measure = await startMeasure({
      session,
      row,
      page: () => page,
      build: ports.build,
      baseUrl: brand.reportServer === 'self' ? ports.baseUrl : brand.reportServer,
    });
    await putFacts({ gaClientId: measure.gaClientId, deviceModel: await modelOfDevice() });
    const watched = liveQuery(() => app.state.get('config')).subscribe({
      next: (config) =>
        measure?.setPaused(config?.key === 'config' && (config.maintenance || config.measurePaused === true)),
      error: warn,
    });
    unwatch = () => watched.unsubscribe();
  }

  /** Stops measurement and deletes its data. Resolves to the id whose events the server must erase; undefined if there are no data. */
  async function stop(): Promise<string | undefined> {
    unwatch?.();
    unwatch = undefined;
    const erase = await measure?.stop();
    measure = undefined;
    // The database is looked up by name, because opening it would create it.
    if (erase === undefined && !(await Dexie.getDatabaseNames()).includes(MEASURE_DB)) return undefined;
    const left = erase ?? (await distinctIdOf());
    await Dexie.delete(MEASURE_DB);
    await putFacts({ gaClientId: '', deviceModel: '' });
    return left;
  }

  /** Sends proofs one after the other, so that none is sent twice. */
  function prove(): void {
    proving.add(() => sendProofs(app, api)).catch(warn);
  }

  async function settleNow(): Promise<void> {
    const row = (await app.state.get('consent')) as ConsentRow | undefined;
    allowed = allowedBy(row, Date.now(), row?.isAskedNot ?? false);
    let erase: string | undefined;
    if (allowed.measurement) await start();
    else erase = await stop();
    if (!allowed.attribution) {
      await forgetAttribution(app);
      await putFacts({ adid: '', fbc: '' });
    } else if (FBCLID.test(page.fbclid)) await putFacts({ fbc: `fb.1.${Date.now()}.${page.fbclid}` });
    await oweProof(app, ports.build, erase);
    prove();
  }

  const settle = () => {
    settled = settling.add(settleNow);
    return settled;
  };

  async function noteSent(mids: readonly string[]): Promise<void> {
    for (const row of await ports.chat.messages
      .where('mid')
      .anyOf([...mids])
      .toArray())
      track('message_sent', { type: row.type, reply: row.textAction === 'reply' });
  }

  async function signOut(): Promise<void> {
    await forgetReported(app);
    await measure?.signOut();
    // Measurement runs but no consent is stored: the site's data was cleared. `settle` finds no consent and stops measurement.
    if (measure && !(await app.state.get('consent'))) await settle();
  }

  return {
    commands: {},
    note,
    settle(told) {
      page = told ?? page;
      return settle();
    },
    async storeAttribution(info) {
      await settled;
      if (!allowed.attribution) return;
      await storeAttribution(attribution, info, Date.now());
      await putFacts({ adid: info.adid });
    },
    onSignedIn() {
      if (allowed.attribution) void reportAttribution(attribution).catch(warn);
    },
    onWake(why) {
      if (why !== 'online') return;
      prove();
      void measure?.flush();
    },
    onMessage({ envelope, out, peer }) {
      if (out || peer.service) return;
      track('message_received', { type: envelope.type, reply: envelope.textAction === 'reply' });
    },
    onOrder: (step, row) => void trackOrder(app, track, step, row).catch(warn),
    onMessagesSent: (mids) => void noteSent(mids).catch(warn),
    /** A failure here must not make the sign-out fail. */
    onSigningOut: () => signOut().catch(warn),
    async onStepDown() {
      unwatch?.();
      await measure?.rest();
      measure = undefined;
    },
  };
}

type Modelled = { readonly getHighEntropyValues?: (names: readonly string[]) => Promise<{ readonly model?: string }> };

/** Returns the model of a mobile device, where the browser exposes it; else empty. */
async function modelOfDevice(): Promise<string> {
  const { userAgentData } = navigator as unknown as { readonly userAgentData?: Modelled };
  const hints = await userAgentData?.getHighEntropyValues?.(['model']).catch(() => undefined);
  return (hints?.model ?? '').slice(0, 128);
}
