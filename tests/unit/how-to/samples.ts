/** One change to a file: inserts `add` after the only match of `after`; a new file has no `after`. */
type Change = { readonly file: string; readonly after?: string; readonly add: string };

export type Sample = {
  readonly what: string;
  /** The README that describes the addition, from its bold name to the number of files. */
  readonly readme: string;
  readonly says: RegExp;
  readonly changes: readonly Change[];
  /** A folder to copy: the translations of a language, or a brand. */
  readonly copied?: { readonly from: string; readonly to: string; readonly replace?: readonly [string, string] };
};

/** One sample of each extension, with every file that it changes. */
export const SAMPLES: readonly Sample[] = [
  {
    what: 'panel',
    readme: 'src/features/README.md',
    says: /\*\*A panel\*\*.*?(\d+) files/s,
    changes: [
      {
        file: 'src/features/people/sample/sample-sheet.tsx',
        add: `import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../ui/dialog/sheet.tsx';

const SampleSheet = ({ uid, onClose }: { readonly uid: number; readonly onClose: () => void }) => {
  const { t } = useTranslation('common');
  return (
    <Sheet open onClose={onClose} title={t('close')}>
      {uid}
    </Sheet>
  );
};

export default SampleSheet;
`,
      },
      {
        file: 'src/ui/dialog/panel.ts',
        after: 'export type PanelProps = {\n',
        add: '  readonly sample: { readonly uid: number };\n',
      },
      {
        file: 'src/app/panels.tsx',
        after: 'PanelProps[N]>> } = {\n',
        add: "  sample: partOf(() => import('../features/people/sample/sample-sheet.tsx')),\n",
      },
    ],
  },
  {
    what: 'command',
    readme: 'worker/README.md',
    says: /\*\*A command:\*\*.*?(\d+) files/s,
    changes: [
      {
        file: 'contract/people/commands.ts',
        after: 'export const peopleCommands = {\n',
        add: '  sampleCommand: command({ args: [someUid], value: nothing }),\n',
      },
      {
        file: 'worker/people/commands.ts',
        after: '\n  return {\n',
        add: '    sampleCommand: async (uid) => ((await isHost(uid)) ? ok(null) : fail(needLogin)),\n',
      },
    ],
  },
  {
    what: 'endpoint',
    readme: 'contract/README.md',
    says: /\*\*An endpoint:\*\*.*?(\d+) files/s,
    changes: [
      {
        file: 'contract/people/endpoints.ts',
        after: 'export const friendsRows = {\n',
        add: `  sampleEndpoint: {
    path: '/api/friends_service/sample',
    access: 'user',
    effect: 'read',
    delivery: 'now',
    input: object({ targetUid: uid }),
    output: object({ relation }),
  },
`,
      },
      {
        file: 'server/domains/people/handlers.ts',
        after: '\n  return {\n',
        add: '    sampleEndpoint: async ({ db, uid }, { targetUid }) => ok({ relation: await relationOf(db, uid, targetUid) }),\n',
      },
      {
        file: 'worker/people/sample.ts',
        add: `import type { Api } from '../api/client.ts';

export const askSample = (api: Pick<Api, 'call'>, targetUid: number) => api.call('sampleEndpoint', { targetUid });
`,
      },
    ],
  },
  {
    what: 'table',
    readme: 'worker/README.md',
    says: /\*\*A table:\*\*.*?(\d+) files/s,
    changes: [
      {
        file: 'worker/db/schema.ts',
        after: 'export type AppDb = Dexie & {\n',
        add: '  samples: Table<{ uid: number; at: number }, number>;\n',
      },
      {
        file: 'worker/db/schema.ts',
        after: "  db.version(3).stores({ callSignals: '++id, sid' });\n",
        add: "  db.version(4).stores({ samples: 'uid' });\n",
      },
      {
        file: 'worker/db/reads/people.ts',
        after: "import type { CardRow, ListRow, PersonRow, RelationRow, UploadRow } from '../schema.ts';\n",
        add: '\nexport const readSample = (uid: number) => app.samples.get(uid);\n',
      },
    ],
  },
  {
    what: 'brand',
    readme: 'src/features/README.md',
    says: /\*\*A brand:\*\*.*?(\d+) files changed/s,
    copied: { from: 'src/brands/velora', to: 'src/brands/sample', replace: ["id: 'velora'", "id: 'sample'"] },
    changes: [
      { file: 'contract/brand.ts', after: 'export const BRAND_IDS = [', add: "'sample', " },
      {
        file: 'tools/build/brand/choice.ts',
        after: "import { config as miravo } from '../../../src/brands/miravo/config.ts';\n",
        add: "import { config as sample } from '../../../src/brands/sample/config.ts';\n",
      },
      {
        file: 'tools/build/brand/choice.ts',
        after: 'export const BRANDS: Readonly<Record<BrandId, BrandConfig>> = { ',
        add: 'sample, ',
      },
      { file: 'package.json', after: '"#brand/*": {\n', add: '      "sample": "./src/brands/sample/*",\n' },
    ],
  },
  {
    what: 'language',
    readme: 'src/features/README.md',
    says: /\*\*A language:\*\*.*?(\d+) files and the translation/s,
    copied: { from: 'src/i18n/locales/en', to: 'src/i18n/locales/sv' },
    changes: [
      {
        file: 'src/i18n/bundles/sv.ts',
        add: `export default import.meta.glob(['../locales/sv/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
`,
      },
      { file: 'src/i18n/languages.ts', after: 'export const LANGUAGES = {\n', add: "  sv: 'Svenska',\n" },
      {
        file: 'src/i18n/load.ts',
        after: 'readonly default: Record<string, unknown> }> } = {\n',
        add: "  sv: () => import('./bundles/sv.ts'),\n",
      },
    ],
  },
];

/** The files that a sample touches by hand. */
export const filesOf = ({ changes }: Sample): readonly string[] => [...new Set(changes.map(({ file }) => file))];

/** The text of each changed file. Throws when a change matches no place, or more than one. */
export function applied(sample: Sample, textOf: (file: string) => string | undefined): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { file, after, add } of sample.changes) {
    const text = texts.get(file) ?? textOf(file);
    if ((after === undefined) !== (text === undefined))
      throw new Error(`${file} is ${text === undefined ? 'not ' : ''}there`);
    if (after === undefined || text === undefined) texts.set(file, add);
    else {
      const parts = text.split(after);
      if (parts.length !== 2) throw new Error(`${file} says ${JSON.stringify(after)} ${parts.length - 1} times`);
      texts.set(file, parts.join(after + add));
    }
  }
  return texts;
}
