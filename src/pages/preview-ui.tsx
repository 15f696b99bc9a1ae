import { css } from '@emotion/react';
import type { ComponentType } from 'react';
import { LayerPlace } from '../routing/layer-place.ts';
import { Page } from '../ui/layout/page.tsx';
import { color, radius, size, space } from '../ui/style/tokens.ts';

/** Each file in `ui/preview` shows one widget in all its states and is named after it. */
const sections = import.meta.glob<ComponentType>('../ui/preview/*.tsx', { eager: true, import: 'default' });

const styles = {
  root: css({ display: 'flex', flexDirection: 'column', blockSize: '100dvh', backgroundColor: color.ground }),
  section: css({
    display: 'grid',
    gap: space(4),
    padding: space(5),
    borderRadius: radius.card,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  name: css({ fontSize: size.lg }),
  states: css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(3) }),
};

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1, -'.tsx'.length);

/** Route /preview/ui, in development builds only: every widget in every state, in the chosen theme, brand and language. */
const PreviewUiPage = () => (
  <LayerPlace value={{ path: '/preview/ui', search: '' }}>
    <main css={styles.root}>
      <Page title="Widgets">
        {Object.entries(sections).map(([file, Section]) => (
          <section key={file} css={styles.section} aria-label={nameOf(file)}>
            <h2 css={styles.name}>{nameOf(file)}</h2>
            <div css={styles.states}>
              <Section />
            </div>
          </section>
        ))}
      </Page>
    </main>
  </LayerPlace>
);
export default PreviewUiPage;
