import { test as base, DEMO_PASSWORD } from '../e2e/base.ts';
import type { Product } from '../harness/browser/product.ts';
import { openWebKit, startDisplay, type WebKit, type WebKitOptions } from '../harness/browser/webkit.ts';
import { removeFolder, temporaryFolder } from '../harness/temporary.ts';

type Launch = (options?: Omit<WebKitOptions, 'display' | 'profile' | 'script'>) => Promise<WebKit>;
type Fixtures = {
  /** Opens WebKit on this test's profile; after it was closed, again on the same one. It is closed after the test. */
  readonly launchWebKit: Launch;
};
type Shared = { readonly display: string };

const BUBBLE = '[role=log] article';
/** Mark of an own message that the server has accepted; only the last message has one. */
const ACCEPTED = ':is([aria-label=Sent], [aria-label=Delivered], [aria-label=Seen])';

/** Kinds of elements that `findNamed` in a page looks for, with their selectors. */
const KINDS = {
  button: 'button, [role=button], [role=menuitem], [role=tab]',
  link: 'a[href]',
  field: 'input, textarea, [role=textbox], [role=searchbox]',
  heading: 'h1, h2, h3',
  image: 'img, [role=img]',
} as const;
type Kind = keyof typeof KINDS;

/**
 * Runs at the start of each document: defines `findNamed(kind, name)`, which returns the first element of the kind that is drawn, not inert
 * and
 * not disabled, and whose accessible name is `name`, or matches it if it is a regular expression between slashes; and `acceptedCount()`,
 * the number of
 * messages on the screen once the server has accepted the last one, before that 0. Errors of scripts are gathered in `errors`.
 */
const IN_PAGE = `
  window.errors = [];
  addEventListener('error', (event) => errors.push(String(event.message)));
  addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));
  addEventListener('securitypolicyviolation', (event) => errors.push(event.violatedDirective + ' ' + event.blockedURI));
  window.acceptedCount = () => {
    const all = [...document.querySelectorAll('${BUBBLE}')];
    return all.at(-1)?.querySelector('${ACCEPTED}') ? all.length : 0;
  };
  window.findNamed = (kind, name) => {
    const [, pattern] = /^[/](.*)[/]$/.exec(name) ?? [];
    const isNamed = (text) => pattern === undefined ? text === name : new RegExp(pattern).test(text);
    const labelled = (element) => (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.innerText ?? '').join(' ').trim();
    const nameOf = (element) => (element.getAttribute('aria-label') || labelled(element) || element.labels?.[0]?.innerText || element.alt || element.innerText || element.placeholder || '').replace(/\\s+/g, ' ').trim();
    return [...document.querySelectorAll(${JSON.stringify(KINDS)}[kind])].find((element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], [aria-hidden=true]') && element.disabled !== true && isNamed(nameOf(element)));
  };`;

/** The tests' product, a virtual display for each worker, and WebKit browsers on it. */
export const test = base.extend<Fixtures, Shared>({
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern.
    async ({}, use) => {
      const display = await startDisplay();
      await use(display.name);
      await display.stop();
    },
    { scope: 'worker' },
  ],

  launchWebKit: async ({ display }, use, { errors }) => {
    const profile = temporaryFolder('webkit');
    const open = new Set<WebKit>();
    await use(async (options = {}) => {
      const browser = await openWebKit({ ...options, display, profile, script: IN_PAGE });
      open.add(browser);
      const close = async () => {
        open.delete(browser);
        await browser.close();
      };
      return { ...browser, close };
    });
    if (errors.length > 0)
      for (const browser of open) errors.push({ message: String(await describe(browser).catch(String)) });
    for (const browser of open) await browser.close();
    removeFolder(profile);
  },
});

/** One line about the current window, for the report of a failed test: its address, its errors, the marks of messages and its text. */
const describe = (browser: WebKit) =>
  browser.run(
    `const marks = [...document.querySelectorAll('[role=log] [role=img]')].map((one) => one.ariaLabel);
     return [location.href, JSON.stringify(errors), marks.join(), document.body.innerText.replace(/\\s+/g, ' ').slice(0, 600)].join(' | ')`,
  );

/** The body of a function that returns the element of the kind with this name, once it can be used. */
const finding = (kind: Kind, name: string) => `return findNamed(${JSON.stringify(kind)}, ${JSON.stringify(name)})`;

/** Waits until an element of the kind with this name can be used. */
export const sees = (browser: WebKit, kind: Kind, name: string): Promise<unknown> =>
  browser.until(`the ${kind} ${name}`, `${finding(kind, name)} !== undefined`);

/** Presses the button, or another element, with this name. */
export const press = (browser: WebKit, name: string, kind: Kind = 'button'): Promise<void> =>
  browser.click(`the ${kind} ${name}`, finding(kind, name));

/** Replaces the text of a field. Types again if the page replaced the field meanwhile: it reloads after the back-forward cache. */
export async function fill(browser: WebKit, name: string, text: string): Promise<void> {
  const find = finding('field', name);
  do {
    await browser.until(`the field ${name}`, `${find} !== undefined`);
    await browser.run(`(() => { ${find}; })()?.select()`);
    await browser.type(`the field ${name}`, find, text);
  } while (!(await browser.run(`return (() => { ${find}; })()?.value === arguments[0]`, text)));
}

/** Sets the text of a field of a frame, by its script: WebDriver cannot focus a frame of another origin. */
export const fillInFrame = (browser: WebKit, name: string, text: string): Promise<unknown> =>
  browser.until(
    `the field ${name}`,
    `const field = (() => { ${finding('field', name)} })();
     Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, arguments[0]);
     return field.dispatchEvent(new InputEvent('input', { bubbles: true }))`,
    [text],
  );

/** Waits until the page shows this text. */
export const reads = (browser: WebKit, text: string): Promise<unknown> =>
  browser.until(`“${text}”`, 'return document.body.innerText.includes(arguments[0])', [text]);

/** Waits until a bubble with this text has one of the marks of an accepted message. Returns the number of bubbles with the text. */
export const accepted = (browser: WebKit, text: string): Promise<unknown> =>
  browser.until(
    `“${text}” accepted by the server`,
    `const all = [...document.querySelectorAll('${BUBBLE}')].filter((one) => one.innerText.includes(arguments[0]));
     return all.some((one) => one.querySelector('${ACCEPTED}')) ? all.length : 0`,
    [text],
  );

/** Number of messages on the screen, the last of which the server has accepted; before that 0. */
export const acceptedCount = (browser: WebKit): Promise<unknown> => browser.run('return acceptedCount()');

/** Types a message into the open conversation and sends it. */
export async function say(browser: WebKit, text: string): Promise<void> {
  await fill(browser, '/^Message to /', text);
  await press(browser, 'Send');
}

/** Starts the conversation with a host, or opens it if the host has written already. */
export async function openChat(browser: WebKit, product: Product, uid: number): Promise<void> {
  await browser.goto(`${product.url}/message/u_${uid}`);
  const start = finding('button', 'Start a chat');
  await browser.until(
    'the conversation',
    `return (() => { ${finding('field', '/^Message to /')} })() || (() => { ${start} })()?.click()`,
  );
}

/** Signs in with the password form and waits for the list of conversations. */
export async function signIn(browser: WebKit, product: Product, uid: number): Promise<void> {
  await browser.goto(`${product.url}/userpassword?next=%2Fmessage`);
  await fill(browser, '/^User ID/', String(uid));
  await fill(browser, '/^Password/', DEMO_PASSWORD);
  await press(browser, 'Sign in');
  await sees(browser, 'heading', 'Messages');
}
