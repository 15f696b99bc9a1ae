import {
  boolean,
  integer,
  length,
  maxLength,
  maxValue,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
} from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { externalId, INVALID_ID } from '../external-id.ts';
import { typedText } from '../text/typed-text.ts';
import { attributionInfo } from './attribution.ts';
import { measureId } from './wire.ts';

/** Where the user gave or refused consent, part of the proof. `signal`: not by the user, but by the browser's GPC or DNT. */
export const CONSENT_WAYS = ['banner', 'sheet', 'settings', 'signal'] as const;

/** HTTP endpoints that store proofs of consent and the attribution of an account (extension). Events go to the collector (wire.ts). */
export const measureRows = {
  /**
   * Records proof of a consent or of its withdrawal; never of a first refusal. The client generates the id of the proof once, so a retry is
   * safe. `erase`: with a withdrawal of measurement, the analytics id whose events are deleted.
   */
  consent: {
    path: '/api/common_service/consent',
    access: 'anyone',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({
      id: pipe(externalId, length(21, INVALID_ID)),
      version: pipe(number(), integer(), minValue(1), maxValue(9_999)),
      textHash: pipe(string(), regex(/^[\da-f]{64}$/)),
      measurement: boolean(),
      attribution: boolean(),
      how: picklist(CONSENT_WAYS),
      language: pipe(typedText, maxLength(35)),
      build: pipe(number(), integer(), minValue(0)),
      /** Time of the decision, device clock, ms. */
      at: pipe(number(), integer(), minValue(0)),
      erase: optional(measureId),
    }),
    output: object({}),
  },
  attribution: {
    path: '/api/common_service/attribution',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'queued',
    replay: 'saved',
    input: attributionInfo,
    output: object({}),
  },
} as const satisfies EndpointTable;
