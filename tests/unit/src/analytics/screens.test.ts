import { beforeEach, expect, test, vi } from 'vitest';

const track = vi.hoisted(() => vi.fn());
vi.mock('../../../../src/core/core.ts', () => ({ core: { track } }));

const page = { visibilityState: 'visible', addEventListener() {} };
vi.stubGlobal('document', page);

const WALL = { path: '/goddess', tracking: 'goddess' } as const;
const CLUB = { path: '/club', tracking: 'club' } as const;
const tracked = () => track.mock.calls.map(([name, { screen }]) => `${name} ${screen}`);

beforeEach(() => {
  vi.resetModules();
  track.mockReset();
});

test('a screen is tracked once when the consent is reported several times', async () => {
  const { allowTracking, showScreen } = await import('../../../../src/app/screens.ts');
  showScreen(WALL);
  expect(tracked()).toEqual([]);
  allowTracking(true);
  allowTracking(true);
  expect(tracked()).toEqual(['ta_pageview goddess', 'ta_page_show goddess']);
});

test('a screen is tracked again when the consent was withdrawn and given', async () => {
  const { allowTracking, showScreen } = await import('../../../../src/app/screens.ts');
  allowTracking(true);
  showScreen(WALL);
  allowTracking(false);
  showScreen(CLUB);
  expect(tracked()).toEqual(['ta_pageview goddess', 'ta_page_show goddess']);
  allowTracking(true);
  expect(tracked().slice(2)).toEqual(['ta_pageview club', 'ta_page_show club']);
});
