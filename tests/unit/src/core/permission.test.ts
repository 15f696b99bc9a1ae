import { expect, test, vi } from 'vitest';

const browser = vi.hoisted(() => {
  const said = { permission: 'default', looks: 0 };
  const status = new EventTarget();
  const page = new EventTarget();
  vi.stubGlobal('Notification', {
    get permission() {
      said.looks += 1;
      return said.permission;
    },
    requestPermission: async () => said.permission,
  });
  vi.stubGlobal('navigator', { serviceWorker: {}, permissions: { query: async () => status } });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  return { said, status, page };
});
vi.mock('../../../../src/core/core.ts', () => ({ core: { track() {} } }));
const { askPermission, noticeHint, permissionNow, watchPermission } = await import(
  '../../../../src/features/notices/notifications/permission.ts'
);

test('the permission is cached until a prompt, the settings or a hidden page may have changed it', async () => {
  let changes = 0;
  const stop = watchPermission(() => {
    changes += 1;
  });
  const { said, status, page } = browser;
  for (let draw = 0; draw < 20; draw += 1) expect(permissionNow()).toBe('default');
  expect(said.looks).toBe(1);
  const ways = [
    () => askPermission(),
    () => status.dispatchEvent(new Event('change')),
    () => page.dispatchEvent(new Event('visibilitychange')),
  ];
  // The page queries the permission status before the browser reports changes of it.
  await Promise.resolve();
  for (const [turn, way] of ways.entries()) {
    said.permission = turn % 2 === 0 ? 'granted' : 'denied';
    await way();
    expect(permissionNow()).toBe(said.permission);
    permissionNow();
    expect(said.looks).toBe(turn + 2);
    expect(changes).toBe(turn + 1);
  }
  stop();
});

test('messages to a closed app are promised only by a browser with Web Push', () => {
  expect(noticeHint()).toBe('notify.openHint');
  vi.stubGlobal('PushManager', class {});
  expect(noticeHint()).toBe('notify.allowHint');
});
