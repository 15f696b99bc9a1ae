import type xml from '@xmpp/xml';
import type { Element } from '@xmpp/xml';
import { maxValue, minValue, number, object, pipe } from 'valibot';
import { plainText } from '../../xml/characters.ts';
import { PLACE_ACCURACY_MAX_M, PLACE_ACCURACY_MIN_M, PLACE_NAME_MAX_CHARS } from '../kind-rules.ts';
import { defineKind, type WirePayload } from './kind.ts';
import { attrsOf, KIND_NS, label, numberIn, whole } from './shapes.ts';

const degrees = (max: number) => pipe(number(), minValue(-max), maxValue(max));
/** Rounds to 0.01 degree, about 1 km; never -0, which XML would not preserve. */
const rounded = (value: number) => Math.round(value * 100) / 100 || 0;

const place = { lat: degrees(90), lon: degrees(180), name: label(PLACE_NAME_MAX_CHARS) };
type Place = { readonly lat: number; readonly lon: number; readonly acc: number; readonly name: string };

/** Coarsens a place to 1 km. `acc` in metres. */
const coarsened = ({ lat, lon, acc, name }: Place): Place => ({
  lat: rounded(lat),
  lon: rounded(lon),
  name,
  acc: Math.max(PLACE_ACCURACY_MIN_M, Math.round(acc)),
});

function write(value: Place, build: typeof xml): WirePayload {
  const { name, ...attrs } = coarsened(value);
  return { body: '', children: [build('geo', { xmlns: KIND_NS, ...attrs, name: plainText(name) })] };
}

function read(_body: string, x: Element): unknown {
  const { lat, lon, acc, name } = attrsOf(x, 'geo');
  return { lat: numberIn(lat), lon: numberIn(lon), acc: numberIn(acc), name: plainText(name ?? '') };
}

/** Message kind `location` (type 1): a place that the user shares, coarsened to about 1 km by client and edge. */
export const location = defineKind({
  type: 1,
  kind: 'location',
  sentBy: 'people',
  isNews: true,
  category: 'chat',
  startsAs: 'sending',
  schema: object({ ...place, acc: whole(PLACE_ACCURACY_MIN_M, PLACE_ACCURACY_MAX_M) }),
  write,
  read,
  // The edge coarsens the place, however precisely the client sent it.
  sent: {
    schema: object({ ...place, acc: pipe(number(), minValue(0), maxValue(PLACE_ACCURACY_MAX_M)) }),
    read,
    write,
  },
  complete: (_facts, sent) => coarsened(sent),
  words: ({ name }) => [name],
});
