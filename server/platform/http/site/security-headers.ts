import { paymentDocument } from '../../../../contract/payments/paths.ts';
import { type ForeignHosts, NO_FOREIGN_HOSTS } from './build-card.ts';

const GOOGLE = 'https://accounts.google.com';

/** SHA-256 of the empty string: allows emotion's empty style element, which emotion then fills by CSSOM (trap 18). */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** The page creates one Trusted Types policy of this name, for the URLs of its worker and service worker (trap 9). */
const TRUSTED_TYPES_POLICY = 'gemcall-worker';

const ALLOWED_FEATURES = [
  'autoplay',
  'camera',
  'clipboard-write',
  'fullscreen',
  'geolocation',
  'microphone',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
];
const NO_FEATURES = [
  'accelerometer',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

function contentSecurityPolicy(googleClientId: string, { connect, media }: ForeignHosts, frames?: string): string {
  const google = googleClientId === '' ? [] : [`${GOOGLE}/gsi/`];
  const googleStyle = googleClientId === '' ? [] : [`${GOOGLE}/gsi/style`];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...google],
    'worker-src': ["'self'"],
    'connect-src': ["'self'", ...connect, ...google],
    'img-src': ["'self'", 'blob:', 'data:', ...media],
    'media-src': ["'self'", 'blob:', ...media],
    'font-src': ["'self'"],
    'style-src': ["'self'", EMPTY_STYLE, ...googleStyle],
    'manifest-src': ["'self'"],
    'frame-src': frames === undefined ? (google.length === 0 ? ["'none'"] : google) : [frames],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [TRUSTED_TYPES_POLICY],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** The script of the worker that blurs backgrounds (`src/media/camera/camera-worker.ts`), also compressed. */
const CAMERA_WORKER = /^camera-worker-[\w-]+\.js(?:\.br|\.gz)?$/;
/** The only policy with WebAssembly. The worker loads files of our own and nothing else, and has no document. */
const CAMERA_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Returns the headers that a built file has in place of the general ones; none for most. `name`: of the file in `/assets`. */
export const assetHeaders = (name: string): Readonly<Record<string, string>> =>
  CAMERA_WORKER.test(name) ? { 'content-security-policy': CAMERA_WORKER_POLICY } : {};

/** Writes the Permissions-Policy. `changed`: features whose allow list differs from that of the app. */
const permissionsPolicy = (changed: Readonly<Record<string, string>>) =>
  Object.entries({
    ...Object.fromEntries(ALLOWED_FEATURES.map((feature) => [feature, '(self)'])),
    ...Object.fromEntries(NO_FEATURES.map((feature) => [feature, '()'])),
    ...changed,
  })
    .map(([feature, allowed]) => `${feature}=${allowed}`)
    .join(', ');

/**
 * Returns the headers that the documents of the payment pages have in place of the general ones; none for other documents. Card pages may
 * frame their gateway at `frameOrigin` and nothing else, so that no other script is near a card; no payment document needs a camera.
 */
export function documentHeaders(
  path: string,
  frameOrigin: string | undefined,
  hosts: ForeignHosts = NO_FOREIGN_HOSTS,
): Readonly<Record<string, string>> {
  const kind = paymentDocument(path);
  if (kind === undefined) return {};
  const framed = kind === 'card' ? frameOrigin : undefined;
  const none = {
    camera: '()',
    microphone: '()',
    'publickey-credentials-create': '()',
    'publickey-credentials-get': '()',
  };
  return {
    'content-security-policy': contentSecurityPolicy('', hosts, framed),
    'permissions-policy': permissionsPolicy(framed === undefined ? none : { ...none, payment: `("${framed}")` }),
  };
}

/**
 * Security headers of every response: pages, scripts, workers (which do not inherit the page's policy), API, errors. This COOP value
 * allows the popups of payment and sign-in to answer (trap 13). `hosts`: the origins of the built brand's other hosts.
 */
export const securityHeaders = (
  googleClientId: string,
  hosts: ForeignHosts = NO_FOREIGN_HOSTS,
): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(googleClientId, hosts),
  'permissions-policy': permissionsPolicy({}),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
});

/**
 * Value of the header Strict-Transport-Security of every response over HTTPS: a year. Browsers ignore it over HTTP, and a developer's
 * localhost must not be pinned.
 */
export const TRANSPORT_SECURITY = 'max-age=31536000';
