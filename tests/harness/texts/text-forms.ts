import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ROOMS = ['contract', 'server', 'src', 'sw', 'worker'];

/** The sources of the product, without comments. */
export const sources = ROOMS.flatMap((room) =>
  readdirSync(`${ROOT}${room}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${room}/${name}`),
).map((file) => ({ file, code: readFileSync(`${ROOT}${file}`, 'utf8').replace(/^\s*(\/?\*|\/\/).*$/gm, '') }));

const INPUTS =
  /<(Field|TextArea|SearchBox|input|textarea)\b(?![^>]*type="(file|radio|checkbox|range|hidden|password)")/;

/** The components with an input that takes text. */
export const formsOfText = sources.filter(({ file, code }) => file.startsWith('src/') && INPUTS.test(code));
