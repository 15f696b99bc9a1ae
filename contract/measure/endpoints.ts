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
import { typedText } from '../typed-text.ts';
import { attributionInfo } from './attribution.ts';
import { measureId } from './wire.ts';

/** Where somebody answered what may be measured. */
export const CONSENT_WAYS = ['banner', 'sheet', 'settings', 'signal'] as const;

/** Consent and attribution: ours. */
export const measureRows = {
  /**
   * Proof of a yes, or of its withdrawal; never of a no. Its id is made once, so that it may come again. A withdrawal names the
   * id whose events are to be erased.
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
      /** When it was said, by the device's clock. */
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
